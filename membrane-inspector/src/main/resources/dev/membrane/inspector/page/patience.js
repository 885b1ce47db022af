/** So many seconds at most somebody waits for a call over the rate limit. */
const MOST = 10;

let turn = Promise.resolve();

/** Over the rate limit what is there is asked for once more, when the server says; of many such calls one after the other. */
export async function admitted(method, signal, ask) {
  const response = await ask();
  const seconds = Number(response.headers.get('retry-after'));
  if (method !== 'GET' || response.status !== 429 || !(seconds > 0 && seconds <= MOST)) {
    return response;
  }
  turn = turn.then(() => signal?.aborted || new Promise(over => setTimeout(over, seconds * 1_000)));
  await turn;
  return ask();
}
