import type {Kernel} from '../kernel/kernel.js';
import type {ObjectMeta, OwnerReference} from '../objects/kubernetes.generated.js';
import type {Rules} from './report.js';

interface Stored {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata: ObjectMeta;
	readonly spec?: {
		readonly nodeName?: string;
		readonly clusterIPs?: readonly string[];
		readonly clusterIP?: string;
		readonly replicas?: number;
	};
	readonly status?: {
		readonly phase?: string;
		readonly conditions?: ReadonlyArray<{readonly type: string; readonly status: string}>;
	};
}

const registry = '/registry/';

/** Whether an object has a final phase or condition, which never changes. */
const isOver = ({kind, status}: Stored): string | undefined => {
	if (kind === 'Pod' && (status?.phase === 'Succeeded' || status?.phase === 'Failed')) {
		return `phase ${status.phase}`;
	}

	if (kind === 'Namespace' && status?.phase === 'Terminating') {
		return 'phase Terminating';
	}

	const final =
		kind === 'Job' &&
		status?.conditions?.find(({type, status: value}) => (type === 'Complete' || type === 'Failed') && value === 'True');
	return final ? `condition ${final.type}` : undefined;
};

const isActive = (pod: Stored): boolean =>
	pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed' && !pod.metadata.deletionTimestamp;

const ownerOf = (object: Stored, kind: string): string | undefined =>
	object.metadata.ownerReferences?.find((owner) => owner.controller && owner.kind === kind)?.uid;

/**
Rules about single objects of the API, between two of their versions.

Long because its rules share their memory of the run.
*/
export const objectRules = (kernel: Kernel): Rules => {
	const {ledger} = kernel;
	let revision = 0;
	let revisionStep = -1;
	const uids = new Map<string, string>();
	const serviceOf = new Map<string, string>();
	const replicasOf = new Map<string, number>();
	const podsOf = new Map<string, Set<string>>();
	const orphans = new Set<string>();

	/** The number of Pods whose creator lost the answer: they are created again, as on a real cluster. */
	let lostCreates = 0;
	const track = (key: string, before: Stored | undefined, after: Stored | undefined): void => {
		if (before && before.metadata.uid !== after?.metadata.uid) {
			uids.delete(before.metadata.uid);
		}

		if (after) {
			uids.set(after.metadata.uid, key);
		}

		if (after?.metadata.ownerReferences?.length) {
			orphans.add(key);
		} else {
			orphans.delete(key);
		}
	};

	return {
		onStop({stage, facts}) {
			if (stage === 'fault.request' && facts?.['fail'] === 'lost' && String(facts['path']).endsWith('/pods')) {
				lostCreates++;
			}
		},

		onChange({key, before: valueBefore, after: valueAfter}, stop, report) {
			if (!key.startsWith(registry)) {
				return;
			}

			const before = valueBefore as Stored | undefined;
			const after = valueAfter as Stored | undefined;
			const meta = after?.metadata;
			track(key, before, after);
			if (meta) {
				const next = Number(meta.resourceVersion);
				if (!(next > revision || (next === revision && stop?.step === revisionStep))) {
					report(key, 'etcd revisions only grow', `revision ${meta.resourceVersion} follows ${revision}`);
				}

				revision = next;
				revisionStep = stop?.step ?? -1;
			}

			if (before && after) {
				compare(key, before, after, report);
			}

			if (before && !after) {
				// The last finalizer is removed by the write that deletes the object: the registry's frame shows how it looked last.
				let frame = stop?.frame;
				while (frame && !(frame.facts?.key === key)) {
					frame = frame.parent;
				}

				const last = ((frame?.facts?.after ?? frame?.facts?.before) as Stored | undefined) ?? before;
				const {finalizers = []} = last.metadata;
				if (finalizers.length > 0 && key !== `${registry}namespaces/${last.metadata.name}`) {
					report(key, 'no finalizer, no goodbye', `it was removed while it had ${finalizers.join(', ')}`);
				}
			}

			if (key.startsWith('/registry/services/specs/')) {
				services(key, before, after, report);
			}

			if (key.startsWith('/registry/replicasets/') && after) {
				const uid = after.metadata.uid;
				replicasOf.set(uid, Math.max(replicasOf.get(uid) ?? 0, after.spec?.replicas ?? 1));
			}

			if (key.startsWith('/registry/pods/')) {
				pods(key, before, after, report);
			}
		},

		atRest(report) {
			const collector = kernel.processes.get('controller-manager/garbage-collector');
			if (!collector || collector.state === 'crashed') {
				return;
			}

			for (const key of orphans) {
				const {metadata} = ledger.read<Stored>(key)!;
				const owners: readonly OwnerReference[] = metadata.ownerReferences ?? [];
				if (owners.every(({uid}) => !uids.has(uid)) && !metadata.deletionTimestamp) {
					report(
						key,
						'at rest, what lost its last owner is collected',
						`its owner ${owners.map(({kind, name}) => `${kind} ${name}`).join(', ')} is gone and it is still there`,
					);
				}
			}
		},
	};

	function compare(key: string, before: Stored, after: Stored, report: Parameters<NonNullable<Rules['onStop']>>[1]) {
		const [old, now] = [before.metadata, after.metadata];
		if (old.uid !== now.uid) {
			report(key, 'a uid never changes', `${old.uid} became ${now.uid}`);
		}

		if (old.creationTimestamp !== now.creationTimestamp) {
			report(key, 'a creationTimestamp never changes', `${old.creationTimestamp} became ${now.creationTimestamp}`);
		}

		if (old.deletionTimestamp && !now.deletionTimestamp) {
			report(key, 'a deletion is never taken back', 'deletionTimestamp was removed');
		}

		if ((now.generation ?? 0) < (old.generation ?? 0)) {
			report(key, 'generations only grow', `${old.generation} became ${now.generation}`);
		}

		if (before.kind === 'Pod' && before.spec?.nodeName && before.spec.nodeName !== after.spec?.nodeName) {
			report(key, 'a Pod never changes its node', `${before.spec.nodeName} became ${after.spec?.nodeName}`);
		}

		const over = isOver(before);
		if (over && over !== isOver(after)) {
			report(key, 'what is over stays over', `${over} became ${isOver(after) ?? after.status?.phase ?? 'unfinished'}`);
		}
	}

	function services(
		key: string,
		before: Stored | undefined,
		after: Stored | undefined,
		report: Parameters<NonNullable<Rules['onStop']>>[1],
	) {
		for (const address of before?.spec?.clusterIPs ?? []) {
			if (serviceOf.get(address) === key) {
				serviceOf.delete(address);
			}
		}

		for (const address of after?.spec?.clusterIPs ?? []) {
			const other = address === 'None' ? undefined : serviceOf.get(address);
			if (other !== undefined) {
				report(key, 'a Service address is given once', `${address} belongs to ${other}`);
			}

			if (address !== 'None') {
				serviceOf.set(address, key);
			}
		}
	}

	function pods(
		key: string,
		before: Stored | undefined,
		after: Stored | undefined,
		report: Parameters<NonNullable<Rules['onStop']>>[1],
	) {
		const oldOwner = before && isActive(before) ? ownerOf(before, 'ReplicaSet') : undefined;
		const owner = after && isActive(after) ? ownerOf(after, 'ReplicaSet') : undefined;
		if (oldOwner === owner) {
			return;
		}

		if (oldOwner !== undefined) {
			podsOf.get(oldOwner)?.delete(key);
		}

		if (owner === undefined) {
			return;
		}

		const set = podsOf.get(owner) ?? new Set();
		podsOf.set(owner, set.add(key));
		const asked = replicasOf.get(owner);
		const most = asked === undefined ? undefined : asked + lostCreates;
		if (!before && most !== undefined && set.size > most) {
			report(
				key,
				'a ReplicaSet never makes more Pods than it was ever asked for',
				`${set.size} stand, ${most} were asked for`,
			);
		}
	}
};
