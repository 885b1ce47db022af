// Writes src/generated: the messages and the service of membrane.proto as TypeScript, of the
// descriptor that the build of membrane-grpc-stubs leaves. With --check it writes nothing, and
// fails where something else is there.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const descriptor = 'membrane-grpc-stubs/target/classes/dev/membrane/grpc/v1/membrane.binpb';
const { file } = fromBinary(
  FileDescriptorSetSchema,
  readFileSync(join(here, '../..', descriptor)),
);
const request = create(CodeGeneratorRequestSchema, {
  fileToGenerate: file.map((one) => one.name),
  protoFile: file,
  parameter: 'target=ts,import_extension=js',
});
const generator = spawnSync(process.execPath, [join(here, 'node_modules/.bin/protoc-gen-es')], {
  input: toBinary(CodeGeneratorRequestSchema, request),
  maxBuffer: 64 << 20,
});
if (generator.status !== 0) {
  throw new Error(generator.stderr.toString());
}
for (const made of fromBinary(CodeGeneratorResponseSchema, generator.stdout).file) {
  const path = join(here, 'src/generated', made.name);
  if (process.argv[2] !== '--check') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made.content);
  } else if (readFileSync(path, 'utf8') !== made.content) {
    throw new Error(`${made.name} is not what membrane.proto says: run npm run generate`);
  }
}
