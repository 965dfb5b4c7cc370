import test from 'ava';
import type {Node, NodeSelectorTerm, Taint, Toleration} from './kubernetes.generated.js';
import {matchesNodeSelector, matchesNodeSelectorTerms, meetsRequiredNodeAffinity} from './node-selector.js';
import {formatTaint, tolerates, untoleratedTaint} from './taints.js';

const taint: Taint = {key: 'size', value: '5', effect: 'NoSchedule'};
const node = {metadata: {name: 'node-a', labels: {zone: 'a', cpus: '8'}}} as unknown as Node;

test('which toleration covers which taint', (t) => {
	const table: ReadonlyArray<readonly [Toleration, boolean]> = [
		[{key: 'size', value: '5'}, true],
		[{key: 'size', operator: 'Equal', value: '5', effect: 'NoSchedule'}, true],
		[{key: 'size', value: '6'}, false],
		[{key: 'size', operator: 'Exists'}, true],
		[{operator: 'Exists'}, true],
		[{operator: 'Exists', effect: 'NoExecute'}, false],
		[{key: 'other', operator: 'Exists'}, false],
		[{key: 'size', operator: 'Gt', value: '4'}, true],
		[{key: 'size', operator: 'Gt', value: '5'}, false],
		[{key: 'size', operator: 'Lt', value: '6'}, true],
		[{key: 'size', operator: 'Lt', value: 'six'}, false],
		[{}, false],
	];
	for (const [toleration, expected] of table) {
		t.is(tolerates(toleration, taint), expected, JSON.stringify(toleration));
	}
});

test('the first taint that nothing tolerates keeps a Pod away; PreferNoSchedule does not', (t) => {
	const soft: Taint = {key: 'soft', effect: 'PreferNoSchedule'};
	t.is(untoleratedTaint([soft, taint], []), taint);
	t.is(untoleratedTaint([soft, taint], [{key: 'size', operator: 'Exists'}]), undefined);
	t.is(untoleratedTaint([soft], undefined, ['PreferNoSchedule']), soft);
	t.is(formatTaint(taint), 'size=5:NoSchedule');
	t.is(formatTaint(soft), 'soft:PreferNoSchedule');
});

test('which node meets which term', (t) => {
	const table: ReadonlyArray<readonly [NodeSelectorTerm, boolean]> = [
		[{}, false],
		[{matchExpressions: [{key: 'zone', operator: 'In', values: ['a', 'b']}]}, true],
		[{matchExpressions: [{key: 'zone', operator: 'NotIn', values: ['a']}]}, false],
		[{matchExpressions: [{key: 'absent', operator: 'NotIn', values: ['a']}]}, true],
		[{matchExpressions: [{key: 'zone', operator: 'Exists'}]}, true],
		[{matchExpressions: [{key: 'zone', operator: 'DoesNotExist'}]}, false],
		[{matchExpressions: [{key: 'cpus', operator: 'Gt', values: ['7']}]}, true],
		[{matchExpressions: [{key: 'cpus', operator: 'Lt', values: ['8']}]}, false],
		[{matchExpressions: [{key: 'zone', operator: 'Gt', values: ['7']}]}, false],
		[{matchFields: [{key: 'metadata.name', operator: 'In', values: ['node-a']}]}, true],
		[{matchFields: [{key: 'metadata.name', operator: 'NotIn', values: ['node-a']}]}, false],
	];
	for (const [term, expected] of table) {
		t.is(matchesNodeSelectorTerms([term], node), expected, JSON.stringify(term));
	}

	t.true(matchesNodeSelector(undefined, node));
	t.false(matchesNodeSelector({nodeSelectorTerms: []}, node));
	t.false(meetsRequiredNodeAffinity({nodeSelector: {zone: 'b'}}, node));
	t.true(meetsRequiredNodeAffinity({nodeSelector: {zone: 'a'}}, node));
});
