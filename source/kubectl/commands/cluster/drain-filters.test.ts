import test from 'ava';
import type {Unstructured} from '../../../objects/unstructured.js';
import {drainVerdict, type DrainFlags, type DrainVerdict} from './drain-filters.js';
import {parseTaints, reorganizedTaints, type Taint} from './taint.js';

const flags: DrainFlags = {force: false, ignoreDaemonSets: false, deleteEmptyDir: false};
const ownedBy = (kind: string) => ({
	ownerReferences: [{apiVersion: 'apps/v1', kind, name: 'x', uid: 'u', controller: true}],
});
const withEmptyDir = {volumes: [{name: 'v', emptyDir: {}}]};

const pods: ReadonlyArray<[title: string, pod: Unstructured, flags: Partial<DrainFlags>, verdict: DrainVerdict]> = [
	['a Pod of a ReplicaSet goes', {metadata: ownedBy('ReplicaSet'), spec: {}}, {}, {evict: true}],
	[
		'a Pod of nobody needs force',
		{metadata: {}, spec: {}},
		{},
		{evict: false, problem: 'cannot delete Pods that declare no controller (use --force to override)'},
	],
	[
		'with force it goes, with a warning',
		{metadata: {}, spec: {}},
		{force: true},
		{evict: true, warning: 'deleting Pods that declare no controller'},
	],
	['a finished Pod of nobody goes', {metadata: {}, spec: {}, status: {phase: 'Succeeded'}}, {}, {evict: true}],
	[
		'local storage needs its flag',
		{metadata: ownedBy('ReplicaSet'), spec: withEmptyDir},
		{force: true},
		{evict: false, problem: 'cannot delete Pods with local storage (use --delete-emptydir-data to override)'},
	],
	[
		'the last filter hides the warning about local storage',
		{metadata: ownedBy('ReplicaSet'), spec: withEmptyDir},
		{deleteEmptyDir: true},
		{evict: true},
	],
	[
		'a Pod of a DaemonSet stays',
		{metadata: ownedBy('DaemonSet'), spec: {}},
		{ignoreDaemonSets: true},
		{evict: false, warning: 'ignoring DaemonSet-managed Pods'},
	],
	[
		'a Pod of a DaemonSet that is gone needs force',
		{metadata: ownedBy('DaemonSet'), spec: {}},
		{daemonSetProblem: {message: 'daemonsets.apps "x" not found', missing: true}},
		{evict: false, problem: 'daemonsets.apps "x" not found'},
	],
	[
		'a mirror Pod is left alone',
		{metadata: {annotations: {'kubernetes.io/config.mirror': 'a'}}, spec: {}},
		{},
		{evict: false},
	],
	[
		'what is being deleted for long is passed over',
		{metadata: {deletionTimestamp: '2026-01-01T00:00:00Z'}, spec: {}},
		{skipDeletedSeconds: 5, wallClockMs: Date.parse('2026-01-01T00:00:06Z')},
		{evict: false},
	],
];

for (const [title, pod, given, verdict] of pods) {
	test(`drain: ${title}`, (t) => {
		t.deepEqual(drainVerdict(pod, {...flags, ...given}), verdict);
	});
}

const a = {key: 'a', value: '1', effect: 'NoSchedule'};
const b = {key: 'b', effect: 'NoExecute'};

const changes: ReadonlyArray<[specs: string[], current: Taint[], overwrite: boolean, taints: Taint[], past: string]> = [
	[['a=1:NoSchedule'], [b], false, [a, b], 'tainted'],
	[['b:NoExecute-'], [a, b], false, [a], 'untainted'],
	[['b-'], [a, b], false, [a], 'untainted'],
	[['a=2:NoSchedule'], [a, b], true, [{...a, value: '2'}, b], 'modified'],
	[['a=1:NoSchedule', 'b:NoExecute-'], [b], false, [a], 'modified'],
];

for (const [specs, current, overwrite, taints, past] of changes) {
	test(`taint ${specs.join(' ')}: ${past}`, (t) => {
		const {add, remove} = parseTaints(specs);
		t.deepEqual(reorganizedTaints(current, add, remove, overwrite), {taints, past, missing: []});
	});
}

const wrong: ReadonlyArray<[spec: string, message: RegExp]> = [
	['a=1', /^invalid taint spec: a=1, name part must consist of/],
	['a:Never', /^invalid taint effect: Never, unsupported taint effect$/],
	['a=1:NoSchedule:NoExecute', /^invalid taint spec: a=1:NoSchedule:NoExecute$/],
	['=1:NoSchedule', /^invalid taint spec: =1:NoSchedule, name part must be non-empty/],
];

for (const [spec, message] of wrong) {
	test(`taint ${spec} is refused`, (t) => {
		t.throws(() => parseTaints([spec]), {message});
	});
}
