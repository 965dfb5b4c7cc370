// Writes what is made of the API's facts and of upstream's published types before the compiler runs. The results are build output: they are
// not committed.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {gunzipSync} from 'node:zlib';
import {build} from 'esbuild';
import {parse} from 'yaml';
import {descriptionsOf, isOfCore} from './generate/descriptions.mjs';
import {goTypesModule} from './generate/go-types.mjs';
import {kubernetesTypes} from './generate/kubernetes-types.mjs';

const read = (name) =>
	JSON.parse(gunzipSync(readFileSync(new URL(`../../snapshots/cluster/${name}.json.gz`, import.meta.url))));
const facts = read('api-facts');
const messages = read('protobuf-facts');

const objects = new URL('../objects/', import.meta.url);
writeFileSync(new URL('kubernetes.generated.ts', objects), kubernetesTypes(facts));
writeFileSync(new URL('go-types.generated.ts', objects), goTypesModule(facts, messages));

const dist = new URL('../../dist/', import.meta.url);
mkdirSync(dist, {recursive: true});
const described = Object.entries(descriptionsOf(facts.schemas));
const descriptionsWhere = (isWanted) => JSON.stringify(Object.fromEntries(described.filter(([id]) => isWanted(id))));
// A page loads those of all other groups after the first lesson.
writeFileSync(new URL('descriptions.generated.json', dist), descriptionsWhere(isOfCore));
writeFileSync(
	new URL('descriptions-of-others.generated.json', dist),
	descriptionsWhere((id) => !isOfCore(id)),
);

/** The images that are known by their names, as one file that is read at once. */
const images = new URL('../../snapshots/images/', import.meta.url);
writeFileSync(
	new URL('images.generated.json', dist),
	JSON.stringify(
		Object.assign(
			{},
			...readdirSync(images)
				.filter((name) => name.endsWith('.yaml'))
				.sort()
				.map((name) => parse(readFileSync(new URL(name, images), 'utf8'), {maxAliasCount: -1})),
		),
	),
);

/** What runs in an exported page, as one text, and how the page looks. */
const html = new URL('../exports/html/', import.meta.url);
const bundled = async (name) => {
	const {outputFiles} = await build({
		entryPoints: [fileURLToPath(new URL(name, html))],
		bundle: true,
		minify: true,
		charset: 'utf8',
		format: 'iife',
		target: 'es2022',
		write: false,
	});
	return JSON.stringify(outputFiles[0].text.trim());
};

writeFileSync(
	new URL('viewer.generated.ts', html),
	`export const viewerScript: string = ${await bundled('viewer.mjs')};\n\nexport const viewerStyle: string = ${await bundled('viewer.css')};\n`,
);

/** Each view of the screen is a file: the table of them needs no line for each. */
const panes = new URL('../screen/panes/', import.meta.url);
const viewNames = readdirSync(new URL('views/', panes))
	.filter((name) => /^[a-z-]+\.ts$/.test(name))
	.map((name) => name.slice(0, -'.ts'.length))
	.sort();
writeFileSync(
	new URL('views.generated.ts', panes),
	[
		"import type {View} from '../../classroom/views.js';",
		"import type {ViewRows} from './row.js';",
		...viewNames.map((name, index) => `import {view as view${index}} from './views/${name}.js';`),
		'',
		'export const viewRows: Readonly<Record<View, ViewRows>> = {',
		...viewNames.map((name, index) => `\t'${name}': view${index},`),
		'};',
		'',
	].join('\n'),
);
