import { Http2SessionManager } from '@connectrpc/connect-node';

/**
 * The connections of a client. Connect stops listening to one that broke when the next call comes, or
 * the client is closed; what Node.js reports of it after that would end the process.
 */
export class Sessions extends Http2SessionManager {
  override async request(
    ...asked: Parameters<Http2SessionManager['request']>
  ): ReturnType<Http2SessionManager['request']> {
    const stream = await super.request(...asked);
    if (!stream.session?.listeners('error').includes(ignore)) {
      stream.session?.on('error', ignore);
    }
    return stream;
  }
}

/** The call that the connection was for fails of itself. */
function ignore(): void {}
