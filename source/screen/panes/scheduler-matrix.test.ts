import test from 'ava';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import type {NodeMatrix} from '../../objects/scheduling.js';
import {must} from '../../testing/must.js';
import {rowsOn, stateOn, typed} from '../../testing/screens.js';
import {plainText} from '../paint/text.js';
import {nodeBars} from './node-bars.js';
import {nearest, needOf} from './node-need.js';
import {free, missing, roomsOn, type Room} from './node-room.js';
import {scoreExplained, scoreText} from './score-words.js';
import {screenWords} from '../words/words.js';

const words = screenWords('en').panes.scheduler;

const meta = {namespace: 'default', uid: '1', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z'};

const podAsking = (requests: Readonly<Record<string, string>>, more: Partial<Pod['spec']> = {}, name = 'web'): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {...meta, name},
	spec: {containers: [{name: 'web', image: 'nginx', resources: {requests}}], ...more},
	status: {},
});

const nodeWith = (allocatable: Readonly<Record<string, string>>, spec: Node['spec'] = {}, labels = {}): Node => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {...meta, name: 'node-a', labels},
	spec,
	status: {allocatable},
});

const cpu = (asked: number, used: number, allocatable: number): Room => ({resource: 'cpu', asked, used, allocatable});

test('a node has what it offers, less what other Pods on it ask for', (t) => {
	const pod = podAsking({cpu: '500m'});
	const ended: Pod = {...podAsking({cpu: '1'}, {}, 'done'), status: {phase: 'Succeeded'}};
	const node = nodeWith({cpu: '1', memory: '1Gi'});
	t.deepEqual(roomsOn(pod, node, [podAsking({cpu: '300m'}, {}, 'other'), ended, pod]), [
		cpu(500, 300, 1000),
		{resource: 'memory', asked: 0, used: 0, allocatable: 2 ** 30},
	]);
});

test('what a node would need to have more is what is asked beyond what is free', (t) => {
	for (const [room, more, left] of [
		[cpu(500, 0, 1000), 0, 1000],
		[cpu(500, 800, 1000), 300, 200],
		[cpu(500, 1200, 1000), 700, 0],
	] as const) {
		t.deepEqual([missing(room), free(room)], [more, left]);
	}
});

test('a reason is told as what would be needed, where the objects tell it', (t) => {
	const pod = podAsking({cpu: '500m'}, {nodeSelector: {disktype: 'ssd', zone: 'a'}});
	const taints = [
		{key: 'soft', effect: 'PreferNoSchedule' as const},
		{key: 'dedicated', value: 'db', effect: 'NoSchedule' as const},
	];
	const tainted = nodeWith({cpu: '1'}, {taints, unschedulable: true}, {disktype: 'hdd', zone: 'a'});
	const rooms = [cpu(500, 800, 1000)];
	for (const [reason, need] of [
		['Insufficient cpu', '300m more cpu: requests 500m, 200m of 1 free'],
		['Insufficient memory', ''],
		['node(s) had untolerated taint(s)', 'a toleration for dedicated=db:NoSchedule'],
		['node(s) were unschedulable', 'kubectl uncordon node-a'],
		["node(s) didn't match Pod's node affinity/selector", 'the label disktype=ssd, has disktype=hdd'],
		["node(s) didn't have free ports for the requested pod ports", ''],
	] as const) {
		t.is(needOf(reason, pod, tainted, rooms, words), need, reason);
	}
});

test('no sum is told that does not explain the verdict', (t) => {
	t.is(needOf('Insufficient cpu', podAsking({cpu: '500m'}), nodeWith({cpu: '1'}), [cpu(500, 100, 1000)], words), '');
});

test('the nearest node is the one that lacks the least of one thing', (t) => {
	const memory: Room = {resource: 'memory', asked: 5, used: 0, allocatable: 4};
	t.is(
		nearest(
			new Map([
				['a', [cpu(500, 800, 1000)]],
				['b', [cpu(500, 600, 1000)]],
				['c', [cpu(500, 510, 1000), memory]],
				['d', [cpu(500, 0, 1000)]],
			]),
		)?.node,
		'b',
	);
	t.is(
		nearest(
			new Map([
				['a', [cpu(500, 800, 1000)]],
				['b', [memory]],
			]),
		),
		undefined,
	);
});

test('a bar has what is used, what is asked for, what stays free, and a cross if it is too much', (t) => {
	const drawn = (room: Room) => plainText(must(nodeBars(new Map([['a', [room]]]), 80, words)[1], 'row')).trimEnd();
	t.is(drawn(cpu(250, 500, 1000)), ' a      ██████▒▒▒···  500m of 1');
	t.is(drawn(cpu(0, 1, 1000)), ' a      █···········  999m of 1');
	t.is(drawn(cpu(800, 500, 1000)), ' a      ██████▒▒▒▒▒▒✗ 500m of 1');
});

test('a bar for which there is no room is left out', (t) => {
	const rooms = new Map([['a', [cpu(250, 500, 1000), {...cpu(1, 1, 100), resource: 'memory'}]]]);
	t.regex(plainText(must(nodeBars(rooms, 80, words)[0], 'row')), /cpu free.*memory free/);
	t.notRegex(plainText(must(nodeBars(rooms, 40, words)[0], 'row')), /memory/);
});

const matrix: NodeMatrix = {
	nodes: ['a', 'b', 'c'],
	plugins: ['NodeName', 'TaintToleration', 'ImageLocality'],
	verdicts: {NodeName: ['passed', 'passed', 'no']},
	raw: {TaintToleration: [4, 8, null], ImageLocality: [0, 0, null]},
	normalised: {TaintToleration: [50, 100, null], ImageLocality: [0, 0, null]},
	weighted: {TaintToleration: [100, 200, null], ImageLocality: [0, 0, null]},
	totals: [100, 200, null],
};

test('a score is what the plug-in said, what that is on a scale to 100, and how often it counts', (t) => {
	t.is(scoreText(matrix, 'TaintToleration', 0), '4→50×2');
	t.is(scoreText(matrix, 'TaintToleration', 2), '');
	t.is(scoreText(matrix, 'ImageLocality', 0), '0');
	t.is(
		scoreExplained(matrix, (plugin) => plugin, words),
		'TaintToleration 4→50×2 of a: 4 counts as 50 of 100, × weight 2 = 100 of 100',
	);
	t.is(
		scoreExplained({...matrix, normalised: {}, raw: {}, weighted: {}}, (plugin) => plugin, words),
		'',
	);
});

test('the total of every node, and who is chosen, is seen at 80 columns', (t) => {
	const rows = rowsOn(typed(stateOn('pod'), [':break scheduler.select', 'c', '7']));
	t.true(rows.some((row) => /node-a +463 ● chosen/.test(row)));
	t.is(rows.filter((row) => /node-\w +463/.test(row)).length, 3);
	// The free amount on the last node is in sight too.
	t.true(rows.some((row) => /node-c +▒+·+ +4 of 4/.test(row)));
});

test('for a Pod that fits nowhere the sums and what helps are told', (t) => {
	const state = {...stateOn('stalled', ['7']), size: {columns: 100, rows: 40}};
	const rows = rowsOn(state).join('\n');
	t.regex(rows, /node-a {2}✗ {4}60 more cpu: requests 64, 4 of 4 free/);
	t.regex(rows, /✗ NodeResourcesFit: Insufficient cpu {2}node-a, node-b, node-c/);
	t.regex(rows, /helps .*cpu: "4"/);
});
