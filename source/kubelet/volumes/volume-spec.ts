import type {Client} from '../../client/client.js';
import type {Routine} from '../../kernel/routine.js';
import type {Container, PersistentVolume, Pod, Volume} from '../../objects/kubernetes.generated.js';
import {inlineCSIVolume, isRemovedSource, persistentCSIVolume, type CSIVolume} from '../../objects/volume-sources.js';
import {boundClaim} from '../storage/claim.js';
import {ProcessingFailure} from '../storage/mount-failure.js';

/** The source of a volume of a Pod, after its claim has been followed. */
export interface VolumeSpec {
	readonly volume: Volume;
	/** The name in events: that of the PersistentVolume, or of the volume. */
	readonly name: string;
	readonly claim?: string;
	readonly persistentVolume?: PersistentVolume;
	/** The size of the claim. */
	readonly size?: string;
	/** The path where a CSI driver must mount it. */
	readonly csi?: CSIVolume;
	readonly isBlock: boolean;
}

const allContainers = ({spec}: Pod): readonly Container[] => [...(spec.initContainers ?? []), ...spec.containers];

const mountsOf = (pod: Pod, field: 'volumeMounts' | 'volumeDevices'): ReadonlySet<string> =>
	new Set(allContainers(pod).flatMap((container) => (container[field] ?? []).map(({name}) => name)));

/** The volumes of a Pod that a container uses; the others are ignored. @mirrors k8s.io/kubernetes/pkg/volume/util GetPodVolumeNames */
export const usedVolumes = (pod: Pod): readonly Volume[] => {
	const names = new Set([...mountsOf(pod, 'volumeMounts'), ...mountsOf(pod, 'volumeDevices')]);
	return (pod.spec.volumes ?? []).filter(({name}) => names.has(name));
};

/** The name of the claim of a Pod's volume. */
export const claimNameOf = ({metadata}: Pod, {name, persistentVolumeClaim, ephemeral}: Volume): string | undefined =>
	persistentVolumeClaim?.claimName ?? (ephemeral ? `${metadata.name}-${name}` : undefined);

/**
Finds the volumes to mount.

@throws {ProcessingFailure} while a claim is not bound, or when nothing can mount the volume.
@mirrors volumemanager/populator createVolumeSpec, AddPodToVolume
*/
export function* volumeSpec(client: Client, pod: Pod, volume: Volume): Routine<VolumeSpec> {
	const claimName = claimNameOf(pod, volume);
	if (claimName === undefined) {
		const csi = inlineCSIVolume(volume);
		const name = csi?.name ?? volume.name;
		checkPlugin(name, volume);
		return {volume, name, isBlock: false, ...(csi ? {csi} : {})};
	}

	const use = {pod, claim: claimName, isOwn: volume.ephemeral !== undefined};
	const {claim, volume: persistentVolume} = yield* boundClaim(client, use);
	const {name} = persistentVolume.metadata;
	const spec = persistentVolume.spec ?? {};
	const isBlock = spec.volumeMode === 'Block';
	const otherWay = isBlock ? 'volumeMounts' : 'volumeDevices';
	if (mountsOf(pod, otherWay).has(volume.name)) {
		throw new ProcessingFailure(
			`volume ${volume.name} has volumeMode ${isBlock ? 'Block' : 'Filesystem'}, but is specified in ${otherWay}`,
		);
	}

	checkPlugin(name, spec);
	const csi = persistentCSIVolume(spec);
	const size = claim.status?.capacity?.['storage'];
	return {volume, name, claim: claimName, persistentVolume, isBlock, ...(size ? {size} : {}), ...(csi ? {csi} : {})};
}

/** @throws {ProcessingFailure} if nothing can mount it. */
const checkPlugin = (name: string, source: Parameters<typeof isRemovedSource>[0]): void => {
	if (isRemovedSource(source)) {
		throw new ProcessingFailure(
			`failed to get Plugin from volumeSpec for volume "${name}" err=no volume plugin matched`,
		);
	}
};
