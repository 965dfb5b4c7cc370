import type {Routine} from '../../kernel/routine.js';
import type {Unstructured, Value} from '../unstructured.js';
import type {Surroundings} from './describe.js';
import {volumeSourceLines} from './describe-pod.js';
import {annotationLines, eventLines, longTime, pairLines} from './describe-text.js';

const modes: Readonly<Record<string, string>> = {
	ReadWriteOnce: 'RWO',
	ReadOnlyMany: 'ROX',
	ReadWriteMany: 'RWX',
	ReadWriteOncePod: 'RWOP',
};

const modesText = (list: readonly string[] | undefined): string =>
	(list ?? []).map((mode) => modes[mode] ?? mode).join(',');

const conditionsLines = (conditions: readonly Value[] | undefined): string =>
	(conditions ?? []).length === 0
		? ''
		: `Conditions:\n  Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${conditions!
				.map(
					(one) =>
						`  ${one.type} \t${one.status} \t${longTime(one.lastProbeTime)} \t${longTime(one.lastTransitionTime)} \t${one.reason ?? ''} \t${one.message ?? ''}\n`,
				)
				.join('')}`;

function* claim(object: Unstructured, {list, events, nowMs}: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	const users = (yield* list('pods', metadata.namespace))
		.filter((pod) =>
			(pod.spec.volumes ?? []).some((volume: Value) => volume.persistentVolumeClaim?.claimName === metadata.name),
		)
		.map((pod) => pod.metadata?.name ?? '');
	const bound = Boolean(spec.volumeName);
	return [
		`Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\nStorageClass:\t${spec.storageClassName ?? ''}\n`,
		metadata.deletionTimestamp ? 'Status:\tTerminating\n' : `Status:\t${status.phase ?? ''}\n`,
		`Volume:\t${spec.volumeName ?? ''}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Finalizers:\t[${(metadata.finalizers ?? []).join(' ')}]\nCapacity:\t${bound ? (status.capacity?.storage ?? '') : ''}\nAccess Modes:\t${bound ? modesText(status.accessModes) : ''}\n`,
		spec.volumeMode ? `VolumeMode:\t${spec.volumeMode}\n` : '',
		users.length === 0
			? 'Used By:\t<none>\n'
			: users.map((name, index) => `${index === 0 ? 'Used By:' : ''}\t${name}\n`).join(''),
		conditionsLines(status.conditions),
		eventLines(yield* events(), nowMs),
	].join('');
}

function* volume(object: Unstructured, {events, nowMs}: Surroundings): Routine<string> {
	const {metadata = {}, spec, status = {}} = object;
	return [
		`Name:\t${metadata.name}\n`,
		pairLines('Labels', metadata.labels),
		annotationLines(metadata.annotations),
		`Finalizers:\t[${(metadata.finalizers ?? []).join(' ')}]\nStorageClass:\t${spec.storageClassName ?? ''}\n`,
		metadata.deletionTimestamp ? 'Status:\tTerminating\n' : `Status:\t${status.phase ?? ''}\n`,
		`Claim:\t${spec.claimRef ? `${spec.claimRef.namespace}/${spec.claimRef.name}` : ''}\nReclaim Policy:\t${spec.persistentVolumeReclaimPolicy ?? ''}\nAccess Modes:\t${modesText(spec.accessModes)}\n`,
		spec.volumeMode ? `VolumeMode:\t${spec.volumeMode}\n` : '',
		`Capacity:\t${spec.capacity?.storage ?? ''}\n`,
		spec.nodeAffinity?.required
			? `Node Affinity:\n  Required Terms:\n${spec.nodeAffinity.required.nodeSelectorTerms
					.map(
						(term: Value, index: number) =>
							`    Term ${index}:\t${(term.matchExpressions ?? []).map((one: Value) => `${one.key} ${one.operator.toLowerCase()} [${(one.values ?? []).join(', ')}]`).join('\n\t')}\n`,
					)
					.join('')}`
			: 'Node Affinity:\t<none>\n',
		`Message:\t${status.message ?? ''}\nSource:\n${spec.local ? `    Type:\tLocalVolume (a persistent volume backed by local storage on a node)\n    Path:\t${spec.local.path}\n` : volumeSourceLines(spec)}`,
		eventLines(yield* events(), nowMs),
	].join('');
}

function* storageClass(object: Unstructured, {events, nowMs}: Surroundings): Routine<string> {
	const {
		metadata = {},
		parameters,
		provisioner,
		reclaimPolicy,
		volumeBindingMode,
		mountOptions,
		allowVolumeExpansion,
	} = object;
	const pairs = Object.keys(parameters ?? {})
		.sort()
		.map((key) => `${key}=${parameters[key]}`)
		.join(',');
	return [
		`Name:\t${metadata.name}\nIsDefaultClass:\t${metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true' ? 'Yes' : 'No'}\n`,
		annotationLines(metadata.annotations),
		`Provisioner:\t${provisioner}\nParameters:\t${pairs || '<none>'}\nAllowVolumeExpansion:\t${allowVolumeExpansion === undefined ? '<unset>' : allowVolumeExpansion ? 'True' : 'False'}\n`,
		(mountOptions ?? []).length > 0
			? `MountOptions:\n${mountOptions.map((option: string) => `  ${option}\n`).join('')}`
			: 'MountOptions:\t<none>\n',
		`ReclaimPolicy:\t${reclaimPolicy ?? ''}\nVolumeBindingMode:\t${volumeBindingMode ?? ''}\n`,
		eventLines(yield* events(), nowMs),
	].join('');
}

/** PersistentVolumeClaims, PersistentVolumes and StorageClasses. */
export function* describeStorage(object: Unstructured, around: Surroundings): Routine<string | undefined> {
	switch (object.kind) {
		case 'PersistentVolumeClaim': {
			return yield* claim(object, around);
		}

		case 'PersistentVolume': {
			return yield* volume(object, around);
		}

		case 'StorageClass': {
			return yield* storageClass(object, around);
		}

		default: {
			return undefined;
		}
	}
}
