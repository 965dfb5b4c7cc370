import test from 'ava';
import {Recording} from '../debugger/recording.js';
import {checkInvariants, describeViolations, Invariants} from './invariants.js';
import {Trial} from '../testing/trial.js';
import {Kernel} from '../kernel/kernel.js';
import {note} from '../kernel/routine.js';

/** The writes of one process at one stop: ledger keys and their values; `undefined` deletes. */
type Step = Readonly<Record<string, unknown>> & {readonly by?: string};

/** A run that consists of these stops. */
const recordingOf = (...steps: readonly Step[]) => {
	const recording = new Recording({}, () => {
		const kernel = new Kernel();
		for (const [index, {by = 'somebody', ...writes}] of steps.entries()) {
			kernel.spawn(`${by}/${index}`, by, function* () {
				for (const [key, value] of Object.entries(writes)) {
					if (value === undefined) {
						kernel.ledger.delete(key);
					} else {
						kernel.ledger.write(key, value);
					}
				}

				yield* note('etcd.txn', {says: 'writes'});
			});
		}

		return {kernel, submit() {}};
	});
	while (recording.extend()) {
		// Each stop is on the tape.
	}

	return recording;
};

let revision = 0;
const object = (
	kind: string,
	name: string,
	more: {readonly metadata?: object; readonly spec?: object; readonly [field: string]: unknown} = {},
) => {
	const {metadata, spec, ...rest} = more;
	return {
		kind,
		metadata: {
			name,
			namespace: 'default',
			uid: `uid-of-${name}`,
			resourceVersion: String(++revision),
			creationTimestamp: '2026-01-01T00:00:00Z',
			...metadata,
		},
		spec: {...(kind === 'Pod' ? {containers: []} : {}), ...spec},
		...rest,
	};
};

const pod = '/registry/pods/default/web';
const sandbox = (id: string, more: object = {}) => ({
	id,
	uid: 'uid-of-web',
	ip: '10.244.1.2',
	hostNetwork: false,
	state: 'READY',
	...more,
});
const running = (uid: string) => ({uid, state: 'RUNNING'});
const owned = (name: string, uid: string) =>
	object('Pod', name, {
		metadata: {ownerReferences: [{kind: 'ReplicaSet', name: 'set', uid, controller: true}]},
		status: {phase: 'Pending'},
	});

const broken: ReadonlyArray<readonly [rule: string, steps: () => readonly Step[]]> = [
	[
		'etcd revisions only grow',
		() => [
			{[pod]: object('Pod', 'web', {metadata: {resourceVersion: '900'}})},
			{[pod]: object('Pod', 'web', {metadata: {resourceVersion: '899'}})},
		],
	],
	[
		'a uid never changes',
		() => [{[pod]: object('Pod', 'web')}, {[pod]: object('Pod', 'web', {metadata: {uid: 'another'}})}],
	],
	[
		'a creationTimestamp never changes',
		() => [
			{[pod]: object('Pod', 'web')},
			{[pod]: object('Pod', 'web', {metadata: {creationTimestamp: '2026-01-01T00:00:01Z'}})},
		],
	],
	[
		'a deletion is never taken back',
		() => [
			{[pod]: object('Pod', 'web', {metadata: {deletionTimestamp: '2026-01-01T00:00:01Z'}})},
			{[pod]: object('Pod', 'web')},
		],
	],
	[
		'generations only grow',
		() => [
			{[pod]: object('Pod', 'web', {metadata: {generation: 2}})},
			{[pod]: object('Pod', 'web', {metadata: {generation: 1}})},
		],
	],
	[
		'a Pod never changes its node',
		() => [
			{[pod]: object('Pod', 'web', {spec: {nodeName: 'node-a'}})},
			{[pod]: object('Pod', 'web', {spec: {nodeName: 'node-b'}})},
		],
	],
	[
		'what is over stays over',
		() => [
			{[pod]: object('Pod', 'web', {status: {phase: 'Failed'}})},
			{[pod]: object('Pod', 'web', {status: {phase: 'Running'}})},
		],
	],
	[
		'no finalizer, no goodbye',
		() => [{[pod]: object('Pod', 'web', {metadata: {finalizers: ['mine/keep']}})}, {[pod]: undefined}],
	],
	[
		'a Service address is given once',
		() => [
			{'/registry/services/specs/default/a': object('Service', 'a', {spec: {clusterIPs: ['10.96.0.9']}})},
			{'/registry/services/specs/default/b': object('Service', 'b', {spec: {clusterIPs: ['10.96.0.9']}})},
		],
	],
	[
		'a ReplicaSet never makes more Pods than it was ever asked for',
		() => [
			{'/registry/replicasets/default/set': object('ReplicaSet', 'set', {spec: {replicas: 1}})},
			{'/registry/pods/default/one': owned('one', 'uid-of-set')},
			{'/registry/pods/default/two': owned('two', 'uid-of-set')},
		],
	],
	[
		'no Pod runs on two nodes',
		() => [
			{'/nodes/node-a/containers/1': running('uid-of-web')},
			{'/nodes/node-b/containers/2': running('uid-of-web')},
		],
	],
	[
		'a sandbox keeps its address',
		() => [
			{'/nodes/node-a/sandboxes/1': sandbox('1')},
			{'/nodes/node-a/sandboxes/1': sandbox('1', {ip: '10.244.1.3'})},
		],
	],
	[
		'an address belongs to one sandbox at a time',
		() => [{'/nodes/node-a/sandboxes/1': sandbox('1')}, {'/nodes/node-a/sandboxes/2': sandbox('2')}],
	],
	['an address lives as long as its sandbox', () => [{'/network/addresses/10.244.1.9': {uid: 'uid-of-web'}}]],
	[
		'an address ends with its sandbox',
		() => [
			{'/nodes/node-a/sandboxes/1': sandbox('1'), '/network/addresses/10.244.1.2': {uid: 'uid-of-web'}},
			{'/nodes/node-a/sandboxes/1': sandbox('1', {ip: ''})},
		],
	],
	[
		'the kubelet lets go of a Pod only when nothing of it runs',
		() => [
			{[pod]: object('Pod', 'web'), '/nodes/node-a/containers/1': running('uid-of-web')},
			{by: 'kubelet', [pod]: undefined},
		],
	],
	[
		'a watcher sees each revision once and in order',
		() => [
			{'/components/coredns/informers/services/default/a': object('Service', 'a', {metadata: {resourceVersion: '7'}})},
			{
				'/components/coredns/informers/services/default/a': object('Service', 'a', {
					metadata: {resourceVersion: '7', uid: 'x'},
				}),
			},
		],
	],
];

for (const [rule, steps] of broken) {
	test(`a checker finds that this does not hold: ${rule}`, (t) => {
		revision = 0;
		const [first, ...rest] = steps();
		const recording = recordingOf(first!, ...rest);
		const found = checkInvariants(recording).map((violation) => violation.rule);
		t.true(found.includes(rule), `found: ${found.join('; ')}`);
		const last = checkInvariants(recording).findLast((violation) => violation.rule === rule)!;
		t.is(last.step, rest.length);
		t.regex(describeViolations([last]), new RegExp(`^#${rest.length} /\\S+: ${rule}, but `));
	});
}

test('an invariant that holds is not a violation', (t) => {
	revision = 0;
	const calm = recordingOf(
		{[pod]: object('Pod', 'web')},
		{[pod]: object('Pod', 'web', {spec: {nodeName: 'node-a'}})},
		{'/nodes/node-a/sandboxes/1': sandbox('1'), '/network/addresses/10.244.1.2': {uid: 'uid-of-web'}},
		{'/nodes/node-a/containers/1': running('uid-of-web')},
		{[pod]: object('Pod', 'web', {metadata: {deletionTimestamp: '2026-01-01T00:00:01Z'}, spec: {nodeName: 'node-a'}})},
		{'/nodes/node-a/containers/1': undefined},
		{'/nodes/node-a/sandboxes/1': undefined, '/network/addresses/10.244.1.2': undefined},
		{by: 'kubelet', [pod]: undefined},
	);
	t.deepEqual(checkInvariants(calm), []);
});

test('a Trial throws at rest when a rule is broken, and says where', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.kernel.spawn('vandal', 'user', function* () {
		trial.recording.kernel.ledger.write(
			'/registry/pods/default/ghost',
			object('Pod', 'ghost', {metadata: {resourceVersion: '1'}}),
		);
		yield* note('fault.write', {says: 'writes past the apiserver'});
	});
	t.throws(
		() => {
			trial.rest();
		},
		{
			message:
				/^invariants do not hold:\n#\d+ \/registry\/pods\/default\/ghost: etcd revisions only grow, but revision 1 follows \d+/,
		},
	);
});

test('at rest a cache equals the store: a write that no watch tells of is found', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.kernel.spawn('vandal', 'user', function* () {
		trial.recording.kernel.ledger.write(
			'/registry/services/specs/default/ghost',
			object('Service', 'ghost', {metadata: {resourceVersion: '99999'}, spec: {}}),
		);
		yield* note('fault.write', {says: 'writes past the apiserver'});
	});
	while (trial.recording.extend(undefined, true)) {
		// Each stop is on the tape.
	}

	const found = trial.invariants.advance().filter(({rule}) => rule === 'at rest, a cache equals the store');
	t.true(
		found.some(({key}) => key === '/components/coredns/informers/services/default/ghost'),
		describeViolations(found),
	);
});

test('watching costs each stop and each change once', (t) => {
	const recording = recordingOf(
		{[pod]: object('Pod', 'web')},
		{[pod]: object('Pod', 'web', {metadata: {uid: 'another'}})},
	);
	const invariants = new Invariants(recording);
	const found = invariants.advance().length;
	t.true(found > 0);
	t.is(invariants.advance().length, found);
});

test('a device belongs to one claim', (t) => {
	const allocated = (name: string) =>
		object('ResourceClaim', name, {
			status: {allocation: {devices: {results: [{driver: 'gpu.example.com', pool: 'node-a', device: 'gpu-0'}]}}},
		});
	t.deepEqual(
		checkInvariants(
			recordingOf(
				{'/registry/resourceclaims/default/a': allocated('a')},
				{'/registry/resourceclaims/default/b': allocated('b')},
			),
		)
			.filter(({rule}) => rule === 'a device belongs to one claim')
			.map(({key, found}) => [key, found]),
		[
			[
				'/registry/resourceclaims/default/b',
				'gpu.example.com/node-a/gpu-0 belongs to /registry/resourceclaims/default/a, too',
			],
		],
	);
});
