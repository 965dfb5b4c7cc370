import type {Routine} from '../../kernel/routine.js';
import type {
	ObjectMeta,
	PersistentVolumeClaim,
	PersistentVolumeClaimSpec,
	PersistentVolumeClaimStatus,
	Pod,
} from '../../objects/kubernetes.generated.js';
import type {Surroundings} from './describer.js';
import {goList, longTime, writeAnnotations, writeEvents, writeLabels, writeList, writePhase} from './text.js';
import type {DescriptionWriter} from './writer.js';

const short: Readonly<Record<string, string>> = {
	ReadWriteOnce: 'RWO',
	ReadOnlyMany: 'ROX',
	ReadWriteMany: 'RWX',
	ReadWriteOncePod: 'RWOP',
};

/** `RWO,ROX`. @mirrors kubectl/pkg/util/storage GetAccessModesAsString */
export const accessModes = (modes: readonly string[] | undefined): string =>
	Object.keys(short)
		.filter((mode) => modes?.includes(mode))
		.map((mode) => short[mode])
		.join(',');

/** The class of a volume or claim, in its current or its old notation. */
export const storageClassOf = ({
	metadata,
	spec,
}: {
	readonly metadata?: Partial<ObjectMeta>;
	readonly spec?: {readonly storageClassName?: string};
}): string => metadata?.annotations?.['volume.beta.kubernetes.io/storage-class'] ?? spec?.storageClassName ?? '';

/** A claim, or the template of one. */
interface Claim {
	readonly metadata?: Partial<ObjectMeta>;
	readonly spec?: PersistentVolumeClaimSpec;
	readonly status?: PersistentVolumeClaimStatus;
}

/**
The requested and the present size of a claim.

@param whole the name and status of a claim; absent for a template.
@mirrors kubectl/pkg/describe printPersistentVolumeClaim
*/
export const writeClaim = (writer: DescriptionWriter, claim: Claim, whole?: {readonly nowMs: number}): void => {
	const {metadata, spec = {}, status = {}} = claim;
	if (whole) {
		writer.write(0, `Name:\t${metadata?.name}\n`);
		writer.write(0, `Namespace:\t${metadata?.namespace}\n`);
	}

	writer.write(0, `StorageClass:\t${storageClassOf(claim)}\n`);
	if (whole) {
		writePhase(writer, claim, whole.nowMs);
	}

	writer.write(0, `Volume:\t${spec.volumeName ?? ''}\n`);
	writeLabels(writer, 'Labels', metadata?.labels);
	writeAnnotations(writer, 'Annotations', metadata?.annotations);
	if (whole) {
		writer.write(0, `Finalizers:\t${goList(metadata?.finalizers)}\n`);
	}

	writer.write(0, `Capacity:\t${spec.volumeName ? (status.capacity?.storage ?? '0') : ''}\n`);
	writer.write(0, `Access Modes:\t${spec.volumeName ? accessModes(status.accessModes) : ''}\n`);
	if (spec.volumeMode) {
		writer.write(0, `VolumeMode:\t${spec.volumeMode}\n`);
	}

	if (spec.dataSource) {
		writer.write(0, 'DataSource:\n');
		if (typeof spec.dataSource.apiGroup === 'string') {
			writer.write(1, `APIGroup:\t${spec.dataSource.apiGroup}\n`);
		}

		writer.write(1, `Kind:\t${spec.dataSource.kind}\n`);
		writer.write(1, `Name:\t${spec.dataSource.name}\n`);
	}
};

/** The Pods that mount a claim, and those that own it. @mirrors kubectl/pkg/describe getPodsForPVC */
const usersOf = ({metadata}: PersistentVolumeClaim, pods: readonly Pod[]): readonly string[] => {
	const mounts = ({spec}: Pod): number =>
		(spec.volumes ?? []).filter((volume) => volume.persistentVolumeClaim?.claimName === metadata.name).length;
	const mounting = pods.flatMap((pod) => Array.from({length: mounts(pod)}, () => pod));
	const owning = (metadata.ownerReferences ?? [])
		.filter(({kind}) => kind === 'Pod')
		.flatMap(({uid}) => pods.filter((pod) => pod.metadata.uid === uid))
		.filter((pod) => !mounting.includes(pod));
	return [...mounting, ...owning].map((pod) => pod.metadata.name).sort();
};

/** A PersistentVolumeClaim. */
export function* describeClaim(
	writer: DescriptionWriter,
	claim: PersistentVolumeClaim,
	{list, events, nowMs}: Surroundings,
): Routine {
	const pods = yield* list('pods', claim.metadata.namespace);
	writeClaim(writer, claim, {nowMs});
	writeList(writer, 'Used By', usersOf(claim, pods));
	const conditions = claim.status?.conditions ?? [];
	if (conditions.length > 0) {
		writer.write(0, 'Conditions:\n');
		writer.write(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n');
		writer.write(1, '----\t------\t-----------------\t------------------\t------\t-------\n');
		for (const {type, status, lastProbeTime, lastTransitionTime, reason = '', message = ''} of conditions) {
			writer.write(
				1,
				`${type} \t${status} \t${longTime(lastProbeTime)} \t${longTime(lastTransitionTime)} \t${reason} \t${message}\n`,
			);
		}
	}

	writeEvents(writer, yield* events(), nowMs);
}
