// Writes the JSON Schemas of authors' files into the package, for editors: dist/schemas/scenario.json and others.
//
//   node source/build/schemas.mjs
import {mkdirSync, writeFileSync} from 'node:fs';
import {importSource} from './import-source.mjs';

const {schemas} = await importSource('commands/schemas.ts');

const folder = new URL('../../dist/schemas/', import.meta.url);
mkdirSync(folder, {recursive: true});
for (const [name, schema] of Object.entries(schemas())) {
	writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(schema)}\n`);
}
