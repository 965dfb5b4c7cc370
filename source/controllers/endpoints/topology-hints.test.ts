import test from 'ava';
import type {Endpoint, EndpointSlice, Node} from '../../objects/kubernetes.generated.js';
import type {SlicePlan} from './plan-slices.js';
import {allocationsOf, cpuRatios, exchange, isOverloaded, withTopologyHints} from './topology-hints.js';

interface Made {
	readonly zone?: string;
	readonly cpu?: string;
	readonly ready?: string;
	readonly labels?: object;
}

const node = ({zone, cpu = '1', ready = 'True', labels}: Made): Node =>
	({
		metadata: {name: 'n', labels: {...(zone && {'topology.kubernetes.io/zone': zone}), ...labels}},
		status: {allocatable: {cpu}, conditions: [{type: 'Ready', status: ready}]},
	}) as unknown as Node;

const nodeCases: ReadonlyArray<readonly [name: string, nodes: readonly Made[], ratios: object | undefined]> = [
	['no nodes', [], undefined],
	['one zone', [{zone: 'a'}, {zone: 'a'}], undefined],
	[
		'two zones',
		[
			{zone: 'b', cpu: '3'},
			{zone: 'a', cpu: '500m'},
			{zone: 'a', cpu: '500m'},
		],
		{a: 0.25, b: 0.75},
	],
	['a node without a zone', [{zone: 'a'}, {zone: 'b'}, {}], undefined],
	['a node without CPUs', [{zone: 'a'}, {zone: 'b'}, {zone: 'b', cpu: '0'}], undefined],
	['a node that is not ready counts for nothing', [{zone: 'a'}, {zone: 'b'}, {ready: 'False'}], {a: 0.5, b: 0.5}],
	[
		'a node of the control plane counts for nothing',
		[{zone: 'a'}, {zone: 'b'}, {zone: 'b', labels: {'node-role.kubernetes.io/control-plane': ''}}],
		{a: 0.5, b: 0.5},
	],
];

for (const [name, nodes, ratios] of nodeCases) {
	test(`CPUs by zone: ${name}`, (t) => {
		const found = cpuRatios(nodes.map((one) => node(one)));
		t.deepEqual(found && Object.fromEntries(found), ratios);
	});
}

const byZone = (zones: Readonly<Record<string, number>>) => new Map(Object.entries(zones));

const overload = 'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold';

const allocationCases: ReadonlyArray<readonly [ratios: object | undefined, endpoints: number, expected: unknown]> = [
	[undefined, 4, 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes'],
	[{a: 0.5, b: 0.5}, 1, 'Insufficient number of endpoints (1 endpoints, 2 zones)'],
	[{a: 0.5, b: 0.5}, 3, `${overload} (3 endpoints, 2 zones)`],
	[{a: 0.4, b: 0.3, c: 0.3}, 5, `${overload} (5 endpoints, 3 zones)`],
	[{a: 0.5, b: 0.5}, 4, {a: {minimum: 2, maximum: 2, desired: 2}, b: {minimum: 2, maximum: 2, desired: 2}}],
	[{a: 0.75, b: 0.25}, 10, {a: {minimum: 7, maximum: 7, desired: 7.5}, b: {minimum: 3, maximum: 3, desired: 3}}],
	[{a: 0.5, b: 0.5}, 20, {a: {minimum: 9, maximum: 11, desired: 10}, b: {minimum: 9, maximum: 11, desired: 10}}],
];

for (const [ratios, endpoints, expected] of allocationCases) {
	test(`${endpoints} endpoints for ${JSON.stringify(ratios)}`, (t) => {
		const found = allocationsOf(ratios && byZone(ratios as Record<string, number>), endpoints);
		t.deepEqual(typeof found === 'string' ? found : Object.fromEntries(found), expected);
	});
}

const exchangeCases: ReadonlyArray<
	readonly [desired: Record<string, number>, hinted: Record<string, number>, giving: object, receiving: object]
> = [
	[{a: 2, b: 2}, {a: 2, b: 2}, {}, {}],
	[{a: 2, b: 2}, {a: 4}, {a: 2}, {b: 2}],
	[{a: 2.5, b: 1.5}, {a: 2, b: 2}, {}, {}],
	[{a: 5, b: 1, c: 1.2}, {a: 1, b: 1, c: 5}, {c: 4}, {a: 4}],
	[{a: 2, b: 2, c: 2}, {a: 6}, {a: 4}, {b: 2, c: 2}],
];

for (const [desired, hinted, giving, receiving] of exchangeCases) {
	test(`zones that should have ${JSON.stringify(desired)} and have ${JSON.stringify(hinted)}`, (t) => {
		const allocations = new Map(
			Object.entries(desired).map(([zone, wish]) => [zone, {minimum: 0, maximum: 9, desired: wish}]),
		);
		const found = exchange(allocations, byZone(hinted));
		t.deepEqual([Object.fromEntries(found.giving), Object.fromEntries(found.receiving)], [giving, receiving]);
	});
}

test('a zone is overloaded that has fewer endpoints than four fifths of its part, or none', (t) => {
	const half = byZone({a: 0.5, b: 0.5});
	t.false(isOverloaded(byZone({a: 5, b: 5}), half));
	t.false(isOverloaded(byZone({a: 6, b: 5}), half));
	t.true(isOverloaded(byZone({a: 7, b: 4}), half));
	t.true(isOverloaded(byZone({a: 5}), half));
	t.true(isOverloaded(byZone({a: 5, b: 5}), undefined));
	t.false(isOverloaded(byZone({}), undefined));
});

const endpoint = (zone: string | undefined, hint?: string, ready = true): Endpoint => ({
	addresses: ['10.0.0.1'],
	conditions: {ready},
	...(zone && {zone}),
	...(hint && {hints: {forZones: [{name: hint}]}}),
});

const slice = (...endpoints: readonly Endpoint[]): EndpointSlice =>
	({metadata: {name: 'web-1'}, addressType: 'IPv4', ports: [], endpoints}) as unknown as EndpointSlice;

const plan = (created: readonly Endpoint[], ...unchanged: readonly EndpointSlice[]): SlicePlan => ({
	create: [{addressType: 'IPv4', ports: [], endpoints: created}],
	update: [],
	remove: [],
	unchanged,
});

const half = byZone({a: 0.5, b: 0.5});
const zonesOf = (endpoints: readonly Endpoint[]) => endpoints.map(({hints}) => hints?.forZones?.[0]?.name);

/** `a` a ready endpoint in zone a, `a!` one that is not ready, `a>b` one with a hint for zone b. */
const endpointFrom = (text: string): Endpoint => {
	const [, zone, unready, hint] = /^(\w)(!?)(?:>(\w))?$/.exec(text)!;
	return endpoint(zone, hint, unready === '');
};

const sharedCases: ReadonlyArray<readonly [ratios: Readonly<Record<string, number>>, made: string, hints: string]> = [
	[{a: 0.5, b: 0.5}, 'a a b b', 'aabb'],
	[{a: 0.5, b: 0.5}, 'a a a b', 'baab'],
	[{a: 0.5, b: 0.5}, 'a a a a b b', 'baaabb'],
	[{a: 0.5, b: 0.5}, 'a a b b a!', 'aabb-'],
	[{a: 0.75, b: 0.25}, 'a a b b', 'aaab'],
	[{a: 0.5, b: 0.5}, 'a>b a>b b>b b>b', 'aabb'],
];

for (const [ratios, made, hints] of sharedCases) {
	test(`endpoints in ${made} are for ${hints}, where zones have ${JSON.stringify(ratios)}`, (t) => {
		const endpoints = made.split(' ').map((text) => endpointFrom(text));
		const given = withTopologyHints(plan(endpoints), byZone(ratios)).plan.create[0]!.endpoints;
		t.is(
			zonesOf(given)
				.map((zone) => zone ?? '-')
				.join(''),
			hints,
		);
	});
}

const keptCases = [
	['a>a a>b b>a b>b', 'kept'],
	['a>a a>a b>a b>b', 'aabb'],
	['a>c a>a b>b b>b', 'aabb'],
] as const;

for (const [present, hints] of keptCases) {
	test(`a slice with the hints ${present} is ${hints}`, (t) => {
		const one = slice(...present.split(' ').map((text) => endpointFrom(text)));
		const {update} = withTopologyHints({...plan([]), create: [], unchanged: [one]}, half).plan;
		t.is(update.map(({content}) => zonesOf(content.endpoints).join('')).join('') || 'kept', hints);
	});
}

test('endpoints are handed from a zone with too many to one with too few; who is not ready has no hint', (t) => {
	const given = withTopologyHints(
		plan([endpoint('a'), endpoint('a'), endpoint('a'), endpoint('a'), endpoint('b', undefined, false)]),
		half,
	);
	t.deepEqual(zonesOf(given.plan.create[0]!.endpoints), ['b', 'b', 'a', 'a', undefined]);
	t.deepEqual('byZone' in given && Object.fromEntries(given.byZone), {a: 2, b: 2});
});

test('a slice whose hints fit is left alone, another is written', (t) => {
	const fits = slice(endpoint('a', 'a'), endpoint('b', 'b'));
	const left = withTopologyHints(plan([endpoint('a'), endpoint('b')], fits), half);
	t.deepEqual(left.plan.unchanged, [fits]);
	t.deepEqual(left.plan.update, []);

	for (const wrong of [slice(endpoint('a', 'c'), endpoint('b', 'b')), slice(endpoint('a'), endpoint('b', 'b'))]) {
		const written = withTopologyHints(plan([endpoint('a'), endpoint('b')], wrong), half);
		t.deepEqual(written.plan.unchanged, []);
		t.deepEqual(
			written.plan.update.map(({content}) => zonesOf(content.endpoints)),
			[['a', 'b']],
		);
	}
});

test('one ready endpoint without a zone means no hints for anybody', (t) => {
	const given = withTopologyHints(
		plan([endpoint('a'), endpoint(undefined)], slice(endpoint('a', 'a'), endpoint('b', 'b'))),
		half,
	);
	t.is('refusal' in given && given.refusal, 'One or more endpoints do not have a zone specified');
	t.deepEqual(zonesOf(given.plan.create[0]!.endpoints), [undefined, undefined]);
	t.deepEqual(
		given.plan.update.map(({content}) => zonesOf(content.endpoints)),
		[[undefined, undefined]],
	);
});
