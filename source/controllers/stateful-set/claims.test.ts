import test from 'ava';
import type {OwnerReference, Pod, StatefulSet} from '../../objects/kubernetes.generated.js';
import {claimOwners} from './claims.js';

const setOf = (policy?: {whenDeleted: string; whenScaled: string}) =>
	({
		apiVersion: 'apps/v1',
		kind: 'StatefulSet',
		metadata: {name: 'db', namespace: 'default', uid: 'set'},
		spec: {replicas: 2, ordinals: {start: 1}, persistentVolumeClaimRetentionPolicy: policy},
	}) as unknown as StatefulSet;
const podOf = (ordinal: number) => ({metadata: {name: `db-${ordinal}`, namespace: 'default', uid: 'pod'}}) as Pod;
const foreign = {apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: 'other'} as OwnerReference;

// Whether claims are deleted when the set is deleted, when it is scaled; the owner of the claim of a kept and of a dropped place.
const policies: ReadonlyArray<readonly [string, string, string | undefined, string | undefined]> = [
	['Retain', 'Retain', undefined, undefined],
	['Delete', 'Retain', 'set', 'set'],
	['Retain', 'Delete', undefined, 'pod'],
	['Delete', 'Delete', 'set', 'pod'],
];

for (const [whenDeleted, whenScaled, kept, givenUp] of policies) {
	test(`claims with whenDeleted ${whenDeleted}, whenScaled ${whenScaled}`, (t) => {
		const set = setOf({whenDeleted, whenScaled});
		const cases: ReadonlyArray<readonly [number, string | undefined]> = [
			[0, givenUp],
			[1, kept],
			[2, kept],
			[3, givenUp],
		];
		for (const [ordinal, owner] of cases) {
			const after = claimOwners(set, podOf(ordinal), [foreign]);
			t.deepEqual(
				after.map(({uid}) => uid),
				['other', ...(owner ? [owner] : [])],
				`ordinal ${ordinal}`,
			);
			t.is(claimOwners(set, podOf(ordinal), after), after, 'nothing is left to change');
		}
	});
}

test('the owners of another policy go; the claim of another manager is left alone', (t) => {
	const owned = claimOwners(setOf({whenDeleted: 'Delete', whenScaled: 'Retain'}), podOf(1), []);
	t.deepEqual(claimOwners(setOf(), podOf(1), owned), []);
	const managed = [{...foreign, controller: true}];
	t.is(claimOwners(setOf({whenDeleted: 'Delete', whenScaled: 'Delete'}), podOf(9), managed), managed);
});
