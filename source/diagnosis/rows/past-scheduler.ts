import type {PersistentVolumeClaim, Pod, StorageClass} from '../../objects/kubernetes.generated.js';
import {lastEvent, type Reader} from '../look.js';
import {row, type Found, type Row} from '../row.js';

/** The annotation with which the scheduler names the node of a new volume. */
const selectedNode = 'volume.kubernetes.io/selected-node';

/** Whether a claim waits for the scheduler's word. */
const waitsForScheduler = (claim: PersistentVolumeClaim, ledger: Reader): boolean =>
	claim.status?.phase === 'Pending' &&
	claim.metadata.annotations?.[selectedNode] === undefined &&
	ledger.read<StorageClass>(`/registry/storageclasses/${claim.spec?.storageClassName}`)?.volumeBindingMode ===
		'WaitForFirstConsumer';

/**
A Pod that names its node bypasses the scheduler, so its claim of a class with WaitForFirstConsumer waits permanently.

@see https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode
*/
const pastScheduler = (pod: Pod, ledger: Reader): Found => {
	const {nodeName, volumes = []} = pod.spec;
	const warning = lastEvent(ledger, pod, ['FailedMount']);
	if (nodeName === undefined || !warning?.message?.includes('PVC is not bound')) {
		return undefined;
	}

	const claim = volumes
		.flatMap(({persistentVolumeClaim: used}) => (used ? [used.claimName] : []))
		.map((name) =>
			ledger.read<PersistentVolumeClaim>(`/registry/persistentvolumeclaims/${pod.metadata.namespace}/${name}`),
		)
		.find((one) => one && waitsForScheduler(one, ledger));
	return (
		claim && {
			message: `${warning.reason}: ${warning.message}`,
			field: ['spec', 'nodeName'],
			stage: 'kubelet.volumes',
			advice: [({pods}) => pods.pastScheduler(claim.metadata.name)],
			candidates: [
				{
					changes: [
						{field: ['spec', 'nodeSelector'], change: {value: {'kubernetes.io/hostname': nodeName}}},
						{field: ['spec', 'nodeName'], change: {remove: true}},
					],
				},
				{field: ['spec', 'nodeName'], change: {remove: true}},
			],
		}
	);
};

/** The problems of a Pod that bypassed the scheduler. */
export const pastSchedulerRows: readonly Row[] = [
	row('past the scheduler', 'v1 Pod', (pod, {ledger}) => pastScheduler(pod, ledger)),
];
