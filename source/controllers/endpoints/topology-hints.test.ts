import test from 'ava';
import {isOverloaded, topologyHints, zoneShares} from './topology-hints.js';

const node = (zone: string | undefined, cpu: string | undefined, traits: {ready?: string; labels?: object} = {}) => ({
	metadata: {labels: {...(zone ? {'topology.kubernetes.io/zone': zone} : {}), ...traits.labels}},
	status: {
		...(cpu ? {allocatable: {cpu}} : {}),
		conditions: [{type: 'Ready', status: traits.ready ?? 'True'}],
	},
});

const shares = (...nodes: readonly object[]) => {
	const found = zoneShares(nodes as never);
	return found && Object.fromEntries(found);
};

test('a zone counts for its processors, if every node tells zone and processors', (t) => {
	t.deepEqual(shares(node('a', '1'), node('a', '2'), node('b', '1')), {a: 0.75, b: 0.25});
	t.deepEqual(shares(node('a', '1'), node('b', '1'), node('c', '9', {ready: 'False'})), {a: 0.5, b: 0.5});
	const control = node('c', '9', {labels: {'node-role.kubernetes.io/control-plane': ''}});
	t.deepEqual(shares(node('a', '1'), node('b', '1'), control), {a: 0.5, b: 0.5});
	t.is(shares(node('a', '1'), node(undefined, '1')), undefined);
	t.is(shares(node('a', '1'), node('b', undefined)), undefined);
	t.is(shares(node('a', '1'), node('a', '1')), undefined);
});

/** `a` a ready endpoint in zone a, `a!` one that is not ready, `?` one without a zone, `a>b` one with a hint. */
const endpoint = (text: string) => {
	const [, zone, unready, hint] = /^(\w|\?)(!?)(?:>(\w))?$/.exec(text)!;
	return {
		addresses: ['10.0.0.1'],
		conditions: {ready: unready === ''},
		...(zone === '?' ? {} : {zone}),
		...(hint ? {hints: {forZones: [{name: hint}]}} : {}),
	};
};

const hints = (zones: Record<string, number>, texts: readonly string[], isWritten = true): string => {
	const slice = {endpoints: texts.map((text) => endpoint(text)), isWritten};
	const result = topologyHints([slice] as never, new Map(Object.entries(zones)));
	return 'disabled' in result
		? result.disabled
		: result.endpoints[0]!.map(({hints: own}) => own?.forZones?.[0]?.name ?? '-').join('');
};

const halves = {a: 0.5, b: 0.5};

const cases: ReadonlyArray<readonly [zones: Record<string, number>, texts: readonly string[], expected: string]> = [
	[halves, ['a', 'a', 'b', 'b'], 'aabb'],
	[halves, ['a', 'a', 'a', 'b'], 'baab'],
	[halves, ['a', 'a', 'a', 'a', 'b', 'b'], 'baaabb'],
	[halves, ['a', 'a', 'b', 'b', 'a!'], 'aabb-'],
	[{a: 0.75, b: 0.25}, ['a', 'a', 'b', 'b'], 'aaab'],
	[halves, ['a'], 'Insufficient number of endpoints (1 endpoints, 2 zones)'],
	[
		halves,
		['a', 'a', 'b'],
		'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 2 zones)',
	],
	[halves, ['a', '?', 'b', 'b'], 'One or more endpoints do not have a zone specified'],
];

test('every zone gets the endpoints of its own first, and of what others have too many', (t) => {
	for (const [zones, texts, expected] of cases) {
		t.is(hints(zones, texts), expected, texts.join(' '));
	}

	t.regex(
		(topologyHints([], undefined) as {disabled: string}).disabled,
		/^Insufficient Node information: allocatable CPU or zone not specified on one or more nodes$/,
	);
});

test('a slice that does not change keeps its hints while they fit', (t) => {
	t.is(hints(halves, ['a>a', 'a>b', 'b>a', 'b>b'], false), 'abab');
	t.is(hints(halves, ['a>a', 'a>a', 'b>a', 'b>b'], false), 'aabb');
	t.is(hints(halves, ['a>c', 'a>a', 'b>b', 'b>b'], false), 'aabb');
});

test('nodes that come and go can make hints unfit', (t) => {
	const byZone = new Map(Object.entries({a: 3, b: 3}));
	t.false(isOverloaded(byZone, new Map(Object.entries(halves))));
	t.true(isOverloaded(byZone, new Map(Object.entries({a: 0.2, b: 0.8}))));
	t.true(isOverloaded(byZone, new Map(Object.entries({a: 0.3, b: 0.3, c: 0.4}))));
	t.true(isOverloaded(byZone, undefined));
	t.false(isOverloaded(new Map(), undefined));
});
