import test from 'ava';
import {changedExtendedResources} from './extended-resources.js';

type Amounts = Readonly<Record<string, string>>;

const cases: ReadonlyArray<readonly [what: string, capacity: Amounts, allocatable: Amounts, changed: object]> = [
	['a new resource becomes allocatable', {'a.com/x': '4', cpu: '4'}, {cpu: '3'}, {'a.com/x': '4'}],
	['another amount too', {'a.com/x': '1'}, {'a.com/x': '4'}, {'a.com/x': '1'}],
	['one that is gone is not allocatable any more', {}, {'a.com/x': '4', memory: '1Gi'}, {'a.com/x': null}],
	["native resources are the reservation's", {cpu: '4', 'kubernetes.io/batch': '1'}, {cpu: '3'}, {}],
	['what is the same is not written', {'a.com/x': '4'}, {'a.com/x': '4'}, {}],
];

for (const [what, capacity, allocatable, changed] of cases) {
	test(`extended resources of a node: ${what}`, (t) => {
		t.deepEqual(changedExtendedResources({capacity, allocatable}), changed);
	});
}
