import test from 'ava';
import {nextPlan, planKey, withPlans} from './order.js';
import {chaosKinds, likelyClients, plansOf, type Plan, type Planning} from './plans.js';
import type {Traffic, Watched, Write} from './writes.js';

const operator = {agent: 'op/v0.0.0 (linux/amd64) kubernetes/$Format', user: 'chaos-controller-1'};
const kubectl = {agent: 'kubectl/v1.36.0 (linux/amd64)', user: 'kubernetes-admin'};
const job = {agent: 'kube-controller-manager/job', user: 'system:serviceaccount:kube-system:job-controller'};

let step = 0;
const write = (caller: typeof operator, words: `${Write['verb']} ${string}`, code = 201): Write => {
	const [, resource = '', object = ''] = words.split(' ');
	const verb = (['create', 'update', 'patch', 'delete'] as const).find((one) => words.startsWith(one)) ?? 'create';
	const [namespace = '', name = ''] = object.includes('/') ? object.split('/') : ['', object];
	return {...caller, verb, resource, namespace, name, code, step: step++};
};

const watch = (caller: typeof operator, resource: string): Watched => ({...caller, resource});

const usual: Planning = {clients: ['op'], kinds: chaosKinds, lagMs: 5000};

const keysOf = (traffic: Traffic, planning: Partial<Planning> = {}): readonly string[] =>
	plansOf(traffic, {...usual, ...planning}).map((plan) => planKey(plan));

test('each write of the controller gets each fault that a cluster can have there', (t) => {
	const writes = [
		write(operator, 'create configmaps default/a'),
		write(operator, 'update widgets/status default/a', 200),
	];
	t.deepEqual(keysOf({writes, watches: []}), [
		'crash op create configmaps 1',
		'lost op create configmaps 1',
		'error op create configmaps 1',
		'stale op create configmaps 1',
		'crash op update widgets/status 1',
		'lost op update widgets/status 1',
		'conflict op update widgets/status 1',
		'error op update widgets/status 1',
		'stale op update widgets/status 1',
	]);
});

test('missed changes begin with a write of another client to a watched resource', (t) => {
	const writes = [
		write(kubectl, 'create pods default/web'),
		write(kubectl, 'create secrets default/s'),
		write(job, 'update pods/status default/web', 200),
		write(kubectl, 'delete pods default/web', 200),
	];
	const watches = [watch(operator, 'pods'), watch(kubectl, 'secrets')];
	t.deepEqual(keysOf({writes, watches}), [
		'unobserved kubectl create pods 1',
		'unobserved kube-controller-manager/job update pods/status 1',
		'unobserved kubectl delete pods 1',
	]);
});

test('refused requests count, and are no places; events, leases and reviews are none either', (t) => {
	const writes = [
		write(operator, 'create configmaps default/a', 409),
		write(operator, 'create events default/e'),
		write(operator, 'create subjectaccessreviews '),
		write(operator, 'create configmaps default/b'),
		write(operator, 'delete configmaps default/c', 0),
	];
	t.deepEqual(keysOf({writes, watches: []}, {kinds: ['crash']}), ['crash op create configmaps 2']);
});

test('a leader changes only where the controller has a Lease', (t) => {
	const create = write(operator, 'create configmaps default/a');
	t.deepEqual(keysOf({writes: [create], watches: []}, {kinds: ['leader']}), []);
	const lease = write(operator, 'update leases default/op', 200);
	t.deepEqual(keysOf({writes: [create, lease], watches: []}, {kinds: ['leader']}), ['leader op create configmaps 1']);
});

test('a controller is known by its user too, and each replica has its own numbers', (t) => {
	const second = {...operator, user: 'chaos-controller-2'};
	const writes = [
		write(operator, 'create configmaps default/a'),
		write(second, 'create configmaps default/b'),
		write(operator, 'create configmaps default/c'),
	];
	t.deepEqual(keysOf({writes, watches: []}, {clients: ['chaos-controller-1', 'chaos-controller-2'], kinds: ['lost']}), [
		'lost chaos-controller-1 create configmaps 1',
		'lost chaos-controller-2 create configmaps 1',
		'lost chaos-controller-1 create configmaps 2',
	]);
});

const words = [
	['crash', ['fail requests op verb=update of=configmaps number=1 with=held']],
	['lost', ['fail requests op verb=update of=configmaps number=1 with=lost']],
	['conflict', ['fail requests op verb=update of=configmaps number=1 with=409']],
	['error', ['fail requests op verb=update of=configmaps number=1 with=500']],
	[
		'stale',
		[
			'delay requests op verb=update of=configmaps number=1 by=1ms',
			'delay watches op by=5000ms for=5000ms when=fault.request',
		],
	],
	[
		'leader',
		[
			'delay requests op verb=update of=configmaps number=1 by=1ms',
			'fail requests op of=leases with=503 for=20000ms when=fault.request',
		],
	],
] as const;

for (const [kind, faults] of words) {
	test(`the words of ${kind}`, (t) => {
		const writes = [
			write(operator, 'update configmaps default/a', 200),
			write(operator, 'update leases default/op', 200),
		];
		t.deepEqual(plansOf({writes, watches: []}, {...usual, kinds: [kind]})[0]?.faults, faults);
	});
}

test('programs that write and watch are likely the controller; those of Kubernetes are not', (t) => {
	const writes = [
		write(operator, 'create configmaps default/a'),
		write(kubectl, 'create pods default/web'),
		write(job, 'create pods default/web'),
		write({agent: 'setup/v1', user: 'x'}, 'create pods default/web'),
	];
	t.deepEqual(likelyClients({writes, watches: [watch(operator, 'pods'), watch(kubectl, 'pods'), watch(job, 'pods')]}), [
		'op',
	]);
});

test('the order covers each write × fault first, then the places that the latest run has shown', (t) => {
	const plans = plansOf(
		{
			writes: [
				write(operator, 'create configmaps default/a'),
				write(operator, 'create configmaps default/b'),
				write(operator, 'delete configmaps default/a', 200),
			],
			watches: [],
		},
		{...usual, kinds: ['crash', 'lost']},
	);
	let known = withPlans([], plans, 0);
	const tried: Plan[] = [];
	const take = (): string | undefined => {
		const plan = nextPlan(known, tried);
		tried.push(...(plan ? [plan] : []));
		return plan && planKey(plan);
	};
	t.is(take(), 'crash op create configmaps 1');
	t.is(take(), 'lost op create configmaps 1');
	const retried = plansOf(
		{
			writes: [
				write(operator, 'create configmaps default/a'),
				write(operator, 'create configmaps default/b'),
				write(operator, 'create configmaps default/a'),
				write(operator, 'patch configmaps default/a', 200),
			],
			watches: [],
		},
		{...usual, kinds: ['crash', 'lost']},
	);
	known = withPlans(known, retried, 2);
	t.deepEqual(
		[take(), take(), take(), take()],
		[
			'crash op patch configmaps 1',
			'lost op patch configmaps 1',
			'crash op delete configmaps 1',
			'lost op delete configmaps 1',
		],
	);
	t.deepEqual(
		[take(), take(), take(), take(), take()],
		[
			'crash op create configmaps 3',
			'lost op create configmaps 3',
			'crash op create configmaps 2',
			'lost op create configmaps 2',
			undefined,
		],
	);
});
