import test from 'ava';
import {readScenario} from '../scenario/scenario.js';
import {keyTable} from '../terminal/input/key-table.js';
import {stateOf} from '../terminal/start.js';
import {brokenManifests} from '../testing/broken-manifests.js';
import {put, temporaryFolder} from '../testing/command-line.js';
import {rowsOn} from '../testing/screens.js';
import {readManifestFiles} from './manifests.js';
import {startOfManifests} from './screen-starts.js';

const folder = temporaryFolder();

const tried = [
	'image: a tag that does not exist',
	'requests: more CPU than any node has',
	'requests: memory in the wrong unit',
	'taint: not tolerated',
	'env: a missing ConfigMap',
	'volume: a mount without its volume',
	'exit: with 3, again and again',
	'readiness: a port where nobody listens',
	'field: a typo',
	'labels: the selector does not match the template',
	'claim: a class whose provisioner nobody runs',
	'service: it selects no Pod',
];

/** Texts without what wrapping changes, and without the quotes around them. */
const bare = (text: string): string => text.replaceAll(/[\s`"]/g, '');

for (const [index, {title, manifest, before, nodes, says = []}] of brokenManifests.entries()) {
	if (tried.includes(title)) {
		test(`at 80×24 the first screen has reason and remedy, uncut: ${title}`, (t) => {
			const file = put(folder, `${index}.yaml`, manifest);
			const objects = before === undefined ? {} : {objects: before};
			const scenario = readScenario(JSON.stringify({nodes: nodes ?? [{name: 'node-a'}], ...objects}), 'cluster.yaml');
			const start = startOfManifests(
				scenario,
				readManifestFiles([file], () => new Uint8Array()),
			);
			const state = {...stateOf(start, {keymap: keyTable, services: {}}), size: {columns: 80, rows: 24}};
			const screen = rowsOn(state).join('\n');
			const [advice] = state.manifests.advice.filter(({step}) => step === state.cursor);
			t.truthy(advice, screen);
			for (const text of [...says, ...(advice?.places ?? []), ...(advice?.remedies ?? [])]) {
				t.true(bare(screen).includes(bare(text)), `${text}\n${screen}`);
			}
		});
	}
}
