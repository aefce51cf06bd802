// validate.mjs FILE: exit code 1 if the AsyncAPI document has an error or a warning.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// The packages are installed in the working directory, not beside this file.
const require = createRequire(pathToFileURL(resolve('package.json')));
const { Parser, DiagnosticSeverity, fromFile } = require('@asyncapi/parser');

const file = process.argv[2];
const { document, diagnostics } = await fromFile(new Parser(), file).parse();
const problems = diagnostics.filter(one => one.severity <= 1);
for (const { code, message, path, range } of problems) {
  console.error(`${file}:${range.start.line + 1}: ${code}: ${message} (${path.join('.')})`);
}
if (problems.length > 0 || !document) {
  process.exit(1);
}
const { length: channels } = document.channels().all();
const { length: messages } = document.components().messages().all();
console.log(`${file}: valid, ${channels} channels and ${messages} messages`);
