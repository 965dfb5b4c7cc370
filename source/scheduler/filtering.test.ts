import test from 'ava';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {filterNodes} from './cycle.js';
import {enoughNodes, filterNode, findNodes, prefilter, type Prefiltering} from './filtering.js';
import type {ClusterView, ProfilePlugin} from './framework.js';
import {NodeInfo} from './node-info.js';
import {podInfo, termMatches, type PodInfo} from './pod-info.js';
import {siblingSelectors} from './sibling-selectors.js';

/** A stand-in with only the needed parts. */
const part = <T>(value: object): T => Object.assign(Object.create(null), value);

const metadataOf = (name: string) => ({
	name,
	namespace: 'default',
	uid: name,
	creationTimestamp: '2026-01-01T00:00:00Z',
	resourceVersion: '1',
});

const nodeOf = (name: string): NodeInfo => {
	const node: Node = {apiVersion: 'v1', kind: 'Node', spec: {}, status: {}, metadata: metadataOf(name)};
	return new NodeInfo(node);
};

const podOf = (name: string, status: Pod['status'] = {}, labels: Readonly<Record<string, string>> = {}): PodInfo =>
	podInfo({
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {...metadataOf(name), labels},
		spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
		status,
	});

/** A view of nodes, and of the Pods that are promised a place on each. */
const viewOf = (nodes: readonly NodeInfo[], promised: Readonly<Record<string, readonly PodInfo[]>> = {}): ClusterView =>
	part({nodes, nominated: (node: string) => promised[node] ?? []});

/** A plug-in that admits so many Pods to a node. */
const atMost = (count: number): ProfilePlugin =>
	part({
		name: 'NodeResourcesFit',
		look: () => ({
			kind: 'go',
			filter: (node: NodeInfo) => (node.podCount < count ? undefined : {reasons: ['full'], resolvable: true}),
		}),
	});

/** A plug-in that narrows the candidates. */
const only = (name: string, ...nodes: readonly string[]): ProfilePlugin =>
	part({
		name,
		look: () => ({kind: 'go', filter: () => undefined, nodeNames: new Set(nodes)}),
	});

const named = (nodes: readonly NodeInfo[]): readonly string[] => nodes.map(({name}) => name);

const open: Prefiltering = {active: [], skipped: [], narrowedBy: []};

test('how many feasible nodes are enough: all of a small cluster, a share of a large one, never fewer than 100', (t) => {
	const table = [
		[99, 0, 99],
		[100, 0, 100],
		[150, 10, 100],
		[1000, 0, 420],
		[1000, 5, 100],
		[1000, 100, 1000],
		[5000, 0, 500],
		[6000, 0, 300],
		[10_000, 0, 500],
	] as const;
	for (const [nodes, percentage, expected] of table) {
		t.is(enoughNodes(nodes, percentage), expected, `${nodes} nodes, ${percentage} %`);
	}
});

test('a search begins where it should, goes round, and ends when it has enough', (t) => {
	const view = viewOf(['a', 'b', 'c', 'd'].map((name) => nodeOf(name)));
	const search = (start: number, enough: number) =>
		named(findNodes([], podOf('web'), view, open, {start, enough}).feasible);
	t.deepEqual(search(0, 2), ['a', 'b']);
	t.deepEqual(search(2, 3), ['c', 'd', 'a']);
	t.deepEqual(search(6, 9), ['c', 'd', 'a', 'b']);
});

test('of several plug-ins that narrow the nodes, only those of all are candidates', (t) => {
	const view = viewOf(['a', 'b', 'c'].map((name) => nodeOf(name)));
	const found = prefilter([only('NodeAffinity', 'a', 'b'), only('VolumeBinding', 'b', 'c')], podOf('web'), view);
	t.deepEqual([...(found.nodeNames ?? [])], ['b']);
	t.deepEqual(found.narrowedBy, ['NodeAffinity', 'VolumeBinding']);
});

test('a node has to have room for the Pods that preemption has promised a place on it', (t) => {
	const pod = podOf('web');
	const verdictAt = (promised: readonly PodInfo[]) => {
		const node = nodeOf('a');
		const view = viewOf([node], {a: promised});
		const profile = [atMost(1)];
		return filterNode(profile, pod, node, prefilter(profile, pod, view), view)?.refusal.reasons;
	};
	t.is(verdictAt([]), undefined);
	t.deepEqual(verdictAt([podOf('important')]), ['full']);
	t.is(verdictAt([pod]), undefined, 'its own promise does not count against it');
});

test('the place that preemption made for a Pod is tried before all others', (t) => {
	const view = viewOf(['a', 'b', 'c'].map((name) => nodeOf(name)));
	const options = part<Parameters<typeof filterNodes>[3]>({profile: [], start: 0, percentageOfNodesToScore: 0});
	const found = (nominatedNodeName?: string) =>
		named(filterNodes(podOf('web', nominatedNodeName ? {nominatedNodeName} : {}), view, open, options).feasible);
	t.deepEqual(found('b'), ['b']);
	t.deepEqual(found('gone'), ['a', 'b', 'c']);
	t.deepEqual(found(), ['a', 'b', 'c']);
});

test('a term of affinity looks at Pods of its namespaces only: those that it names, or those that its selector matches', (t) => {
	const {pod} = podOf('web', {}, {app: 'web'});
	const term = (more: object) => ({
		namespaces: ['default'],
		namespaceSelector: undefined,
		selector: {matchLabels: {app: 'web'}},
		topologyKey: 'zone',
		weight: 0,
		...more,
	});
	const matches = (more: object): boolean => termMatches(term(more), pod, () => ({team: 'a'}));
	t.true(matches({}));
	t.false(matches({namespaces: ['other']}));
	t.true(matches({namespaces: [], namespaceSelector: {matchLabels: {team: 'a'}}}));
	t.false(matches({namespaces: [], namespaceSelector: {matchLabels: {team: 'b'}}}));
	t.false(matches({selector: {matchLabels: {app: 'other'}}}));
});

test('the siblings of a Pod are those of the Services that select it', (t) => {
	const services = [{app: 'web'}, {app: 'other'}, {}, undefined].map((selector) => ({spec: {selector}}));
	const none = {get: () => undefined};
	const caches = part<Parameters<typeof siblingSelectors>[1]>({
		services: {list: () => services},
		replicaSets: none,
		statefulSets: none,
		replicationControllers: none,
	});
	t.deepEqual(siblingSelectors(podOf('web', {}, {app: 'web'}).pod, caches), [{matchLabels: {app: 'web'}}]);
});
