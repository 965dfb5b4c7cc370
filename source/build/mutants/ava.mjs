// AVA's configuration for one process with some compiled tests: TESTS names them, separated by commas.
//
//   TESTS=etcd/etcd.test.js,client/client.test.js npx ava --config source/build/mutants/ava.mjs
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../../..');
const folder = path.join(root, 'dist/hunts');
const file = path.join(folder, `${process.pid}.js`);
const tests = (process.env.TESTS ?? '').split(',');

mkdirSync(folder, {recursive: true});
writeFileSync(
	file,
	`import {registerCompletionHandler} from 'ava';\n${tests.map((name) => `import '../${name}';\n`).join('')}registerCompletionHandler(() => process.exit());\n`,
);
process.on('exit', () => {
	rmSync(file, {force: true});
});

export default {
	...JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).ava,
	files: [`dist/hunts/${process.pid}.js`],
	failFast: true,
	serial: true,
};
