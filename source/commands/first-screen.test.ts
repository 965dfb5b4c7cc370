import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {readScenario} from '../scenario/scenario.js';
import {keyTable} from '../terminal/input/key-table.js';
import {stateOf} from '../terminal/start.js';
import {brokenManifests} from '../testing/broken-manifests.js';
import {must} from '../testing/must.js';
import {rowsOn} from '../testing/screens.js';
import {manifestsOf} from './manifests.js';
import {startOfManifests} from './screen-starts.js';

const folder = new URL('../../snapshots/screens/', import.meta.url);

/** Everyday mistakes, each with the name of its golden. */
const tried: ReadonlyArray<readonly [name: string, title: string]> = [
	['image', 'image: a tag that does not exist'],
	['cpu', 'requests: more CPU than any node has'],
	['unit', 'requests: memory in the wrong unit'],
	['taint', 'taint: not tolerated'],
	['configmap', 'env: a missing ConfigMap'],
	['secret', 'env: a missing Secret'],
	['key', 'env: a key that the ConfigMap does not have'],
	['mount', 'volume: a mount without its volume'],
	['exit', 'exit: with 3, again and again'],
	['init', 'init: it fails'],
	['readiness', 'readiness: a port where nobody listens'],
	['field', 'field: a typo'],
	['labels', 'labels: the selector does not match the template'],
	['quota', 'quota: no room for the second replica'],
	['webhook', 'webhook: nobody answers'],
	['security', 'pod security: privileged in a restricted namespace'],
	['account', 'service account: it does not exist'],
	['class', 'claim: a class that does not exist'],
	['provisioner', 'claim: a class whose provisioner nobody runs'],
	['selector', 'service: it selects no Pod'],
	['port', 'service: a port where its Pods do not listen'],
];

/** Texts without what wrapping changes, and without the quotes around them. */
const bare = (text: string): string => text.replaceAll(/[\s`"]/g, '');

for (const [name, title] of tried) {
	test(`at 80×24 the first screen has reason and remedy, uncut: ${title}`, (t) => {
		const {manifest, before, nodes, says} = must(
			brokenManifests.find((one) => one.title === title),
			title,
		);
		const objects = before === undefined ? {} : {objects: before};
		const scenario = readScenario(JSON.stringify({nodes: nodes ?? [{name: 'node-a'}], ...objects}), 'cluster.yaml');
		const start = startOfManifests(scenario, manifestsOf({'web.yaml': manifest}));
		const state = {...stateOf(start, {keymap: keyTable, services: {}}), size: {columns: 80, rows: 24}};
		const rows = rowsOn(state).map((row) => row.trimEnd());
		const screen = `${rows.join('\n')}\n`;
		const [advice] = state.manifests.advice.filter(({step}) => step === state.cursor);
		t.truthy(advice, screen);
		for (const text of [...must(says, title), ...(advice?.places ?? []), ...(advice?.remedies ?? [])]) {
			t.true(bare(screen).includes(bare(text)), `${text}\n${screen}`);
		}

		// Steps count from the command on: how long a cluster takes to start does not matter here.
		const relative = screen.replaceAll(
			/#(\d{3,})/g,
			(_, step: string) => `#${String(Number(step) - state.start).padStart(step.length)}`,
		);
		const file = new URL(`broken-${name}-80x24.txt`, folder);
		if (process.env.UPDATE_SNAPSHOTS) {
			mkdirSync(folder, {recursive: true});
			writeFileSync(file, relative);
		}

		t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
		t.is(relative, readFileSync(file, 'utf8'));
	});
}
