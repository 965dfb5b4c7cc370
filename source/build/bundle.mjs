// Puts the compiled program into few files, dependencies included: a start reads dozens of files instead of a thousand. What a command does not
// need stays in files of its own, which are loaded when it is (`import()` in the sources). Beside them, the licences of what is in them.
//
// So are the library's declarations, which are in dist/types/ then.
//
//   node source/build/bundle.mjs       after tsc; writes dist/bundle/ and dist/types/
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {build} from 'esbuild';
import {copyDeclarations} from './declarations.mjs';

const root = path.join(import.meta.dirname, '../..');
const outdir = path.join(root, 'dist/bundle');
rmSync(outdir, {recursive: true, force: true});
const {metafile} = await build({
	absWorkingDir: root,
	entryPoints: [
		{in: 'dist/cli.js', out: 'cli'},
		{in: 'dist/library/library.js', out: 'library'},
		// What worker threads run lies where the chunks look for it: beside them.
		{in: 'dist/commands/lesson-worker.js', out: 'lesson-worker'},
		{in: 'dist/commands/explore/explore-worker.js', out: 'explore-worker'},
		{in: 'dist/commands/check/check-worker.js', out: 'check-worker'},
	],
	outdir,
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	// Asked for by dependencies only where they happen to be installed.
	external: ['react-devtools-core', 'bufferutil', 'utf-8-validate'],
	define: {'process.env.NODE_ENV': '"production"'},
	// Dependencies that are still CommonJS ask for node's own modules.
	banner: {
		js: "import {createRequire as requireFrom} from 'node:module';\nconst require = requireFrom(import.meta.url);",
	},
	metafile: true,
	logLevel: 'warning',
});

/** The innermost package that a file belongs to. */
const packageOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** Licences whose conditions are met by the text that comes with the bundle. Another one is for people to decide. */
const accepted = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

const packages = [
	...new Set([
		...Object.keys(metafile.inputs).map((file) => packageOf(file)),
		// Not its code, but its descriptions of the API's fields.
		'node_modules/@kubernetes/client-node',
	]),
]
	.filter(Boolean)
	.sort();
const licences = packages.map((folder) => {
	const {name, version, license} = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
	if (!accepted.has(license)) {
		throw new Error(`${name} ${version} has the licence ${license}: decide whether the bundle may contain it`);
	}

	const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
	const text = file ? readFileSync(path.join(root, folder, file), 'utf8').trim() : `Licence: ${license}`;
	return `${name} ${version} (${license})\n\n${text}\n`;
});
writeFileSync(
	path.join(outdir, 'LICENSES.txt'),
	[
		`The program contains these packages, each under its own licence.\n\n${licences.join(`\n${'-'.repeat(80)}\n\n`)}`,
		readFileSync(path.join(root, 'snapshots/cluster/NOTICE'), 'utf8'),
	].join(`\n${'-'.repeat(80)}\n\n`),
);

if (!existsSync(path.join(outdir, 'cli.js'))) {
	throw new Error('the bundle has no cli.js');
}

copyDeclarations('library/library');
