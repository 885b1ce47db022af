// Generates the messages and the service as JavaScript, with the generator of Connect, from the
// descriptor that the build leaves: what protoc would do.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const built = '../../membrane-grpc-stubs/target/classes/dev/membrane/grpc/v1/membrane.binpb';
const { file } = fromBinary(FileDescriptorSetSchema, readFileSync(built));
const request = create(CodeGeneratorRequestSchema, {
  fileToGenerate: file.map((one) => one.name),
  protoFile: file,
  parameter: 'target=js',
});
const generator = spawnSync(process.execPath, ['node_modules/.bin/protoc-gen-es'], {
  input: toBinary(CodeGeneratorRequestSchema, request),
});
if (generator.status !== 0) {
  throw new Error(generator.stderr.toString());
}
const response = fromBinary(CodeGeneratorResponseSchema, generator.stdout);
for (const made of response.file) {
  const path = join('generated', made.name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made.content);
}
