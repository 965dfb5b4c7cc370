import type {PersistentVolumeSpec, Volume} from '../../objects/kubernetes.generated.js';
import {fsType, readOnly, sourceKind, sourceKinds, writeAttributes, type ToldSource} from './volume-sources.js';
import type {DescriptionWriter} from './writer.js';

const persistent = sourceKind<PersistentVolumeSpec>();

/** Sources that are described in more detail, or differently, for a PersistentVolume than for a Pod; all others are described alike. */
const persistentKinds: ReadonlyArray<(spec: PersistentVolumeSpec) => ToldSource | undefined> = [
	persistent('local', 'LocalVolume (a persistent volume backed by local storage on a node)', (source) => [
		['Path:', source.path],
	]),
	persistent('glusterfs', "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)", (source) => [
		['EndpointsName:', source.endpoints],
		['EndpointsNamespace:', source.endpointsNamespace ?? '<unset>'],
		['Path:', source.path],
		readOnly(source),
	]),
	persistent('scaleIO', 'ScaleIO (a persistent volume backed by a block device in ScaleIO)', (source) => [
		['Gateway:', source.gateway],
		['System:', source.system],
		['Protection Domain:', source.protectionDomain ?? ''],
		['Storage Pool:', source.storagePool ?? ''],
		['Storage Mode:', source.storageMode ?? ''],
		['VolumeName:', source.volumeName ?? ''],
		['SecretName:', source.secretRef.name ?? ''],
		['SecretNamespace:', source.secretRef.namespace ?? ''],
		fsType(source),
		readOnly(source),
	]),
	persistent('azureFile', 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)', (source) => [
		['SecretName:', source.secretName],
		['SecretNamespace:', source.secretNamespace ?? ''],
		['ShareName:', source.shareName],
		readOnly(source),
	]),
	persistent(
		'csi',
		'CSI (a Container Storage Interface (CSI) volume source)',
		(source) => [['Driver:', source.driver], fsType(source), ['VolumeHandle:', source.volumeHandle], readOnly(source)],
		writeAttributes,
	),
	...sourceKinds,
];

const writeSource = (writer: DescriptionWriter, source: ToldSource | undefined): void => {
	if (!source) {
		writer.write(1, '<unknown>\n');
		return;
	}

	writer.write(2, `Type:\t${source.words}\n`);
	for (const [label, value] of source.rows) {
		writer.write(2, `${label}\t${value}\n`);
	}

	source.writeRest(writer);
};

/** The description by the first kind that knows the volume. */
const told = <V>(kinds: ReadonlyArray<(volume: V) => ToldSource | undefined>, volume: V): ToldSource | undefined => {
	for (const kind of kinds) {
		const source = kind(volume);
		if (source) {
			return source;
		}
	}

	return undefined;
};

/** The volumes of a Pod; of a template with `space` before the title. @mirrors kubectl/pkg/describe describeVolumes */
export const writeVolumes = (writer: DescriptionWriter, volumes: readonly Volume[] = [], space = ''): void => {
	if (volumes.length === 0) {
		writer.write(0, `${space}Volumes:\t<none>\n`);
		return;
	}

	writer.write(0, `${space}Volumes:\n`);
	for (const volume of volumes) {
		writer.write(1, `${space === '' ? '' : ' '}${volume.name}:\n`);
		writeSource(writer, told(sourceKinds, volume));
	}
};

/** The node of a PersistentVolume. */
export const writePersistentSource = (writer: DescriptionWriter, spec: PersistentVolumeSpec): void => {
	writeSource(writer, told(persistentKinds, spec));
};
