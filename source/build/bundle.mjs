// Puts the program into few files, dependencies included: a start reads dozens of files instead of a thousand. Code that a command does not
// need stays in files of its own, which load with the command (`import()` in the sources). Beside them lie the licences of the packages.
// esbuild reads the sources and ignores their types: `tsc` checks those beside.
//
//   node source/build/bundle.mjs       writes dist/bundle/
import {cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {createHash} from 'node:crypto';
import path from 'node:path';
import {build, transformSync} from 'esbuild';
import {importSource} from './import-source.mjs';
import {writeLibraryForBundlers} from './library-for-bundlers.mjs';

const {chunkOf} = await importSource('commands/startup/chunk-script.ts');
const {languageLine, languageOfModules} = await importSource('commands/web/chunk-language.ts');
const {withShortNames} = await importSource('commands/web/node-modules.ts');

const root = path.join(import.meta.dirname, '../..');
const outdir = path.join(root, 'dist/bundle');
rmSync(outdir, {recursive: true, force: true});
const built = await build({
	absWorkingDir: root,
	entryPoints: [
		{in: 'source/cli.ts', out: 'cli'},
		{in: 'source/library/library.ts', out: 'library'},
		// The page runs the same chunks as the terminal: the package has them once.
		{in: 'source/web/boot.ts', out: 'page'},
		// The threads of the page.
		{in: 'source/web/workers/worker.ts', out: 'page-worker'},
		// The library for pages.
		{in: 'source/web/cluster.ts', out: 'cluster'},
		{in: 'source/web/library-of-page.ts', out: 'library-of-page'},
		// Entries of their own, so that no chunk mixes a language with something else: a page loads only that of its reader.
		{in: 'source/web/languages/chinese.ts', out: 'language-zh'},
		{in: 'source/web/languages/russian.ts', out: 'language-ru'},
		// What worker threads run lies where the chunks look for it: beside them.
		{in: 'source/commands/lesson-worker.ts', out: 'lesson-worker'},
		{in: 'source/commands/explore/explore-worker.ts', out: 'explore-worker'},
		{in: 'source/commands/check/check-worker.ts', out: 'check-worker'},
		// The program as a startup snapshot begins it, and what writes one.
		{in: 'source/commands/startup/snapshot-entry.ts', out: 'snapshot-entry'},
		{in: 'source/commands/startup/write-snapshot.ts', out: 'write-snapshot'},
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
	// A page loads these files, and npm packs them.
	minify: true,
	charset: 'utf8',
	legalComments: 'none',
	// The build of yaml without Node's modules: a page has none.
	alias: {yaml: path.join(root, 'node_modules/yaml/browser/dist/index.js')},
	metafile: true,
	logLevel: 'warning',
});

/** Five signs of the hash in a chunk's name nearly always tell builds apart as well as eight, and a page loads a thousand such names. */
const withShortHashes = (outputs) => {
	const renamed = new Map();
	const taken = new Set();
	for (const name of Object.keys(outputs)) {
		const file = path.basename(name);
		const [, stem = file, hash = ''] = /^(.*-)([A-Z\d]{8})\.js$/.exec(file) ?? [];
		const lengths = hash === '' ? [] : [5, 6, 7, 8];
		const length = lengths.find((count) => !taken.has(`${stem}${hash.slice(0, count)}.js`));
		const short = length === undefined ? file : `${stem}${hash.slice(0, length)}.js`;
		taken.add(short);
		renamed.set(file, short);
	}

	const shortened = (text) => text.replaceAll(/[\w-]+-[A-Z\d]{8}\.js/g, (file) => renamed.get(file) ?? file);
	for (const [file, short] of renamed) {
		writeFileSync(path.join(outdir, file), shortened(readFileSync(path.join(outdir, file), 'utf8')));
		renameSync(path.join(outdir, file), path.join(outdir, short));
	}

	return JSON.parse(shortened(JSON.stringify(outputs)));
};

const metafile = {...built.metafile, outputs: withShortHashes(built.metafile.outputs)};

const banner =
	/^import \{createRequire as requireFrom\} from '[^']*';\nconst require = requireFrom\(import\.meta\.url\);\n/;

/** Code without the banner, unless it asks for `require`: nearly no file does, and a page loads more than a hundred. */
const withoutIdleBanner = (code) => {
	const own = code.replace(banner, '');
	return /\brequire\b/.test(own) ? code : own;
};

for (const [name, {inputs}] of Object.entries(metafile.outputs)) {
	const file = path.join(root, name);
	const [, shebang = '', code = ''] = /^(#!.*\n)?([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? [];
	const language = languageOfModules(Object.keys(inputs));
	// A bundler for browsers finds `fs` in the field `browser` of package.json; webpack reads no `node:fs`.
	writeFileSync(file, `${shebang}${language ? languageLine(language) : ''}${withoutIdleBanner(withShortNames(code))}`);
}

// The modules of each file are listed outside the package: with short names and no spaces, they cannot be told from its code.
writeFileSync(
	path.join(root, 'dist/modules-of-chunks.json'),
	JSON.stringify(
		Object.fromEntries(
			Object.entries(metafile.outputs).map(([name, {inputs}]) => [path.basename(name), Object.keys(inputs)]),
		),
	),
);

// A startup snapshot takes these files apart: it must find each import that esbuild wrote.
for (const [name, {imports}] of Object.entries(metafile.outputs)) {
	const {needs, later, builtins} = chunkOf(readFileSync(path.join(root, name), 'utf8'));
	const count = (kind, isOurs) => imports.filter((one) => one.kind === kind && !one.external === isOurs).length;
	const found = [needs.length, builtins, later.length];
	// The banner's import is not in the list.
	const written = [count('import-statement', true), count('import-statement', false), count('dynamic-import', true)];
	if (found.join() !== written.join()) {
		throw new Error(`${name} imports ${written.join()} (chunks, modules, later), and ${found.join()} are found`);
	}
}

// Names this build: a startup snapshot of another one is not read.
const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const content = createHash('sha256');
for (const name of Object.keys(metafile.outputs).sort()) {
	content.update(readFileSync(path.join(root, name)));
}

writeFileSync(path.join(outdir, 'build-id'), `${version}-${content.digest('hex').slice(0, 12)}\n`);

cpSync(path.join(root, 'source/web/static'), path.join(outdir, 'page'), {recursive: true});
const style = path.join(outdir, 'page/page.css');
writeFileSync(style, transformSync(readFileSync(style, 'utf8'), {loader: 'css', minify: true}).code);

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

writeLibraryForBundlers(root, outdir, metafile.outputs);
