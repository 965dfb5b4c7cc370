import test from 'ava';
import {stateOn} from '../../testing/screens.js';
import type {Stop} from '../../kernel/stop.js';
import {plainText} from '../paint/text.js';
import {mapToken} from './map-token.js';
import {mapCells} from './pipeline-map.js';
import type {Area} from '../../stages/areas.js';

const pod = stateOn('pod');
const web = '/registry/pods/default/web';

const at =
	(stage: string, process: string, object = '') =>
	(stop: Stop): boolean =>
		stop.stage === stage && stop.process.startsWith(process) && (stop.object ?? '').startsWith(object);

const rows: ReadonlyArray<readonly [name: string, matches: (stop: Stop) => boolean, below: Area, row: RegExp]> = [
	['kubectl sends', at('kubectl.request', '', web), 'kubectl', /^ ▣ pod\/web$/],
	['etcd stores it', at('etcd.txn', 'kubectl', web), 'etcd', /^ +━+▶ ▣ pod\/web revision \d+$/],
	[
		'the scheduler learns of it',
		at('informer.deliver', 'kube-scheduler', web),
		'etcd',
		/^ +━+ ▣ pod\/web ━+▶ ADDED pod\/web$/,
	],
	['the scheduler filters', at('scheduler.filter.NodeName', ''), 'scheduler', /^ +▣ pod\/web$/],
	['its container starts', at('cri.StartContainer', 'kubelet/node-a'), 'kubelet', /^ +▣ pod\/web node-a$/],
];

for (const [name, matches, below, row] of rows) {
	test(`the map has the token below its component: ${name}`, (t) => {
		const step = pod.recording.stops.find(matches, pod.start)?.step ?? -1;
		const state = {...pod, cursor: step};
		const text = plainText(mapToken(state, 80) ?? []);
		t.regex(text, row);
		const from = mapCells(state, 80).find(({area}) => area === below)?.from ?? 0;
		t.is(text.indexOf('▣'), Math.min(from, 80 - 1 - text.length + text.indexOf('▣')));
	});
}

test('no token before the first command', (t) => {
	t.is(mapToken(stateOn('play'), 80), undefined);
});
