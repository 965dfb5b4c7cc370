// The library for programs that a bundler makes for a browser: `import {Cluster} from 'k8s-walkthrough/web'`. It runs the chunks of the terminal.
// The field `browser` of package.json names what a browser has in place of Node's modules, which these chunks import.
import {readFileSync, writeFileSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';
import {importSource} from './import-source.mjs';

const {standIn, withoutNode} = await importSource('commands/web/node-modules.ts');

/** What the chunks import from a module of Node, by the name of its stand-in: all that a chunk reaches at once or later. */
const importsOfNode = (entry, outputs, outdir) => {
	const found = new Map();
	const reached = new Set([entry]);
	for (const name of reached) {
		withoutNode(readFileSync(path.join(outdir, path.basename(name)), 'utf8'), found);
		for (const {path: other, external} of outputs[name].imports) {
			if (!external) {
				reached.add(other);
			}
		}
	}

	return found;
};

/**
Writes `web.js`, its facts, and the stand-ins for Node's modules.

@param outputs those of esbuild's metafile
*/
export const writeLibraryForBundlers = (root, outdir, outputs) => {
	const facts = ['api-facts', 'fresh-cluster', 'kubectl-facts', 'protobuf-facts'];
	mkdirSync(path.join(outdir, 'facts'));
	for (const name of facts) {
		const packed = readFileSync(path.join(root, `snapshots/cluster/${name}.json.gz`));
		writeFileSync(path.join(outdir, `facts/${name}.json`), gunzipSync(packed));
	}

	const names = outputs['dist/bundle/cluster.js'].exports.toSorted();
	writeFileSync(
		path.join(outdir, 'web.js'),
		`import descriptionsOfFields from '../descriptions.generated.json';
import descriptionsOfOthers from '../descriptions-of-others.generated.json';
import knownImages from '../images.generated.json';
${facts.map((name, index) => `import facts${index} from './facts/${name}.json';\n`).join('')}import {libraryOfPage} from './library-of-page.js';

const texts = {
${facts.map((name, index) => `\t'snapshots/cluster/${name}.json.gz': JSON.stringify(facts${index}),\n`).join('')}	'dist/descriptions.generated.json': JSON.stringify(descriptionsOfFields),
	'dist/descriptions-of-others.generated.json': JSON.stringify(descriptionsOfOthers),
	'dist/images.generated.json': JSON.stringify(knownImages),
};
export const {${names.join(', ')}} = await libraryOfPage(new Map(Object.entries(texts)));
`,
	);
	const folder = path.join(outdir, 'stand-ins');
	mkdirSync(folder);
	const {browser} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const found = importsOfNode('dist/bundle/library-of-page.js', outputs, outdir);
	for (const [file, imported] of found) {
		writeFileSync(path.join(folder, file), standIn(file, imported, false));
	}

	const wanted = Object.fromEntries(
		[...found.keys()]
			.toSorted()
			.map((file) => [file.slice('node-'.length, -'.js'.length), `./dist/bundle/stand-ins/${file}`]),
	);
	if (JSON.stringify(browser) !== JSON.stringify(wanted)) {
		throw new Error(`the field browser of package.json: ${JSON.stringify(wanted, undefined, '\t')}`);
	}
};
