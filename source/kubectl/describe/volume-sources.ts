import type {
	CSIPersistentVolumeSource,
	CSIVolumeSource,
	DownwardAPIVolumeSource,
	LocalObjectReference,
	PersistentVolumeSpec,
	ProjectedVolumeSource,
	SecretReference,
	Volume,
} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {goText} from '../../go/print.js';
import {writeClaim} from './claims.js';
import {goList, pairs} from './text.js';
import type {DescriptionWriter} from './writer.js';

/** A line about a volume. */
export type Row = readonly [label: string, value: string | number | boolean | undefined];

/** The description's lines about the source of a volume. */
export interface ToldSource {
	/** Words for the kind of the source. */
	readonly words: string;
	readonly rows: readonly Row[];
	/** Writes what does not fit into rows. */
	readonly writeRest: (writer: DescriptionWriter) => void;
}

/** Sources of volumes of Pods and of PersistentVolumes, by the field that holds them. */
type Sources = {
	readonly [K in keyof Volume | keyof PersistentVolumeSpec]?:
		| (K extends keyof Volume ? Volume[K] : never)
		| (K extends keyof PersistentVolumeSpec ? PersistentVolumeSpec[K] : never);
};

/**
Describes one kind of source; the result is `undefined` for a volume with another source.

@param V the type that has the source in its field `name`.
*/
export const sourceKind =
	<V>() =>
	<K extends keyof V>(
		name: K,
		words: string,
		rows: (source: NonNullable<V[K]>) => readonly Row[],
		writeRest: (writer: DescriptionWriter, source: NonNullable<V[K]>) => void = () => {},
	) =>
	(volume: V): ToldSource | undefined => {
		const source = volume[name];
		return source
			? {
					words,
					rows: rows(source),
					writeRest(writer) {
						writeRest(writer, source);
					},
				}
			: undefined;
	};

/** The longest line of an attribute, in bytes. */
const longest = 140;

/** The attributes that are passed to a CSI driver. */
export const writeAttributes = (
	writer: DescriptionWriter,
	{volumeAttributes}: CSIVolumeSource | CSIPersistentVolumeSource,
): void => {
	writer.write(2, 'VolumeAttributes:\t');
	const sorted = pairs(volumeAttributes);
	if (sorted.length === 0) {
		writer.writeLine('<none>');
	}

	for (const [index, [key, value]] of sorted.entries()) {
		if (index > 0) {
			writer.write(2, '');
			writer.write(2, '\t');
		}

		const line = Buffer.from(`${key}=${value}`);
		writer.write(2, line.length > longest ? `${line.subarray(0, longest).toString()}...\n` : `${line.toString()}\n`);
	}
};

const writeDownwardItems = (writer: DescriptionWriter, {items = []}: DownwardAPIVolumeSource): void => {
	writer.write(2, 'Items:\n');
	for (const {fieldRef, resourceFieldRef, path} of items) {
		if (fieldRef) {
			writer.write(3, `${fieldRef.fieldPath} -> ${path}\n`);
		}

		if (resourceFieldRef) {
			writer.write(3, `${resourceFieldRef.resource} -> ${path}\n`);
		}
	}
};

/** A reference to a Secret as Go prints the struct it points to. */
const secretRef = (reference: LocalObjectReference | SecretReference | undefined): string => {
	if (!reference) {
		return 'nil';
	}

	return 'namespace' in reference
		? `&SecretReference{Name:${reference.name ?? ''},Namespace:${reference.namespace},}`
		: `&LocalObjectReference{Name:${reference.name ?? ''},}`;
};

/** Whether a source may only be read. */
export const readOnly = (source: {readonly readOnly?: boolean}): Row => ['ReadOnly:', source.readOnly ?? false];

/** The file system of a source. */
export const fsType = (source: {readonly fsType?: string}): Row => ['FSType:', source.fsType ?? ''];

const diskRows = (source: {
	readonly fsType?: string;
	readonly partition?: number;
	readonly readOnly?: boolean;
}): Row[] => [fsType(source), ['Partition:', source.partition ?? 0], readOnly(source)];

const projectedRows = ({sources = []}: ProjectedVolumeSource): Row[] =>
	sources.flatMap(({secret, downwardAPI, configMap, serviceAccountToken}): Row[] => {
		if (secret) {
			return [
				['SecretName:', secret.name ?? ''],
				['Optional:', secret.optional ?? false],
			];
		}

		if (downwardAPI) {
			return [['DownwardAPI:', 'true']];
		}

		if (configMap) {
			return [
				['ConfigMapName:', configMap.name ?? ''],
				['Optional:', configMap.optional ?? false],
			];
		}

		if (serviceAccountToken) {
			return [['TokenExpirationSeconds:', serviceAccountToken.expirationSeconds]];
		}

		return [];
	});

const kind = sourceKind<Sources>();

/** Kinds of sources that a Pod or a PersistentVolume may have: the words for each, and its fields. */
export const sourceKinds: ReadonlyArray<(volume: Sources) => ToldSource | undefined> = [
	kind('hostPath', 'HostPath (bare host directory volume)', (source) => [
		['Path:', source.path],
		['HostPathType:', source.type ?? '<none>'],
	]),
	kind('emptyDir', "EmptyDir (a temporary directory that shares a pod's lifetime)", ({medium, sizeLimit}) => [
		['Medium:', medium ?? ''],
		['SizeLimit:', sizeLimit !== undefined && compareQuantities(sizeLimit, '0') > 0 ? sizeLimit : '<unset>'],
	]),
	kind('gcePersistentDisk', 'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)', (source) => [
		['PDName:', source.pdName],
		...diskRows(source),
	]),
	kind('awsElasticBlockStore', 'AWSElasticBlockStore (a Persistent Disk resource in AWS)', (source) => [
		['VolumeID:', source.volumeID],
		...diskRows(source),
	]),
	kind('gitRepo', 'GitRepo (a volume that is pulled from git when the pod is created)', (source) => [
		['Repository:', source.repository],
		['Revision:', source.revision ?? ''],
	]),
	kind('secret', 'Secret (a volume populated by a Secret)', (source) => [
		['SecretName:', source.secretName ?? ''],
		['Optional:', source.optional ?? false],
	]),
	kind('configMap', 'ConfigMap (a volume populated by a ConfigMap)', (source) => [
		['Name:', source.name ?? ''],
		['Optional:', source.optional ?? false],
	]),
	kind('nfs', 'NFS (an NFS mount that lasts the lifetime of a pod)', (source) => [
		['Server:', source.server],
		['Path:', source.path],
		readOnly(source),
	]),
	kind(
		'iscsi',
		"ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
		(source) => [
			['TargetPortal:', source.targetPortal],
			['IQN:', source.iqn],
			['Lun:', source.lun ?? 0],
			['ISCSIInterface', source.iscsiInterface ?? ''],
			fsType(source),
			readOnly(source),
			['Portals:', goList(source.portals)],
			['DiscoveryCHAPAuth:', source.chapAuthDiscovery ?? false],
			['SessionCHAPAuth:', source.chapAuthSession ?? false],
			['SecretRef:', secretRef(source.secretRef)],
			['InitiatorName:', source.initiatorName ?? '<none>'],
		],
	),
	kind('glusterfs', "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)", (source) => [
		['EndpointsName:', source.endpoints],
		['Path:', source.path],
		readOnly(source),
	]),
	kind(
		'persistentVolumeClaim',
		'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
		(source) => [['ClaimName:', source.claimName], readOnly(source)],
	),
	kind(
		'ephemeral',
		'EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
		() => [],
		(writer, {volumeClaimTemplate}) => {
			if (volumeClaimTemplate) {
				writeClaim(writer.nested(2), volumeClaimTemplate);
			}
		},
	),
	kind('rbd', "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)", (source) => [
		['CephMonitors:', goList(source.monitors)],
		['RBDImage:', source.image],
		fsType(source),
		['RBDPool:', source.pool ?? ''],
		['RadosUser:', source.user ?? ''],
		['Keyring:', source.keyring ?? ''],
		['SecretRef:', secretRef(source.secretRef)],
		readOnly(source),
	]),
	kind('quobyte', "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)", (source) => [
		['Registry:', source.registry],
		['Volume:', source.volume],
		readOnly(source),
	]),
	kind('downwardAPI', 'DownwardAPI (a volume populated by information about the pod)', () => [], writeDownwardItems),
	kind('azureDisk', 'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)', (source) => [
		['DiskName:', source.diskName],
		['DiskURI:', source.diskURI],
		['Kind: ', source.kind ?? ''],
		fsType(source),
		['CachingMode:', source.cachingMode ?? ''],
		readOnly(source),
	]),
	kind('vsphereVolume', 'vSphereVolume (a Persistent Disk resource in vSphere)', (source) => [
		['VolumePath:', source.volumePath],
		fsType(source),
		['StoragePolicyName:', source.storagePolicyName ?? ''],
	]),
	kind('cinder', 'Cinder (a Persistent Disk resource in OpenStack)', (source) => [
		['VolumeID:', source.volumeID],
		fsType(source),
		readOnly(source),
		['SecretRef:', secretRef(source.secretRef)],
	]),
	kind('photonPersistentDisk', 'PhotonPersistentDisk (a Persistent Disk resource in photon platform)', (source) => [
		['PdID:', source.pdID],
		fsType(source),
	]),
	kind('portworxVolume', 'PortworxVolume (a Portworx Volume resource)', (source) => [['VolumeID:', source.volumeID]]),
	kind('scaleIO', 'ScaleIO (a persistent volume backed by a block device in ScaleIO)', (source) => [
		['Gateway:', source.gateway],
		['System:', source.system],
		['Protection Domain:', source.protectionDomain ?? ''],
		['Storage Pool:', source.storagePool ?? ''],
		['Storage Mode:', source.storageMode ?? ''],
		['VolumeName:', source.volumeName ?? ''],
		fsType(source),
		readOnly(source),
	]),
	kind('cephfs', "CephFS (a CephFS mount on the host that shares a pod's lifetime)", (source) => [
		['Monitors:', goList(source.monitors)],
		['Path:', source.path ?? ''],
		['User:', source.user ?? ''],
		['SecretFile:', source.secretFile ?? ''],
		['SecretRef:', secretRef(source.secretRef)],
		readOnly(source),
	]),
	kind('storageos', 'StorageOS (a StorageOS Persistent Disk resource)', (source) => [
		['VolumeName:', source.volumeName ?? ''],
		['VolumeNamespace:', source.volumeNamespace ?? ''],
		fsType(source),
		readOnly(source),
	]),
	kind('fc', 'FC (a Fibre Channel disk)', (source) => [
		['TargetWWNs:', (source.targetWWNs ?? []).join(', ')],
		['LUN:', source.lun ?? '<none>'],
		fsType(source),
		readOnly(source),
	]),
	kind('azureFile', 'AzureFile (an Azure File Service mount on the host and bind mount to the pod)', (source) => [
		['SecretName:', source.secretName],
		['ShareName:', source.shareName],
		readOnly(source),
	]),
	kind(
		'flexVolume',
		'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
		(source) => [
			['Driver:', source.driver],
			fsType(source),
			['SecretRef:', secretRef(source.secretRef)],
			readOnly(source),
			['Options:', goText(source.options ?? {})],
		],
	),
	kind('flocker', 'Flocker (a Flocker volume mounted by the Flocker agent)', (source) => [
		['DatasetName:', source.datasetName ?? ''],
		['DatasetUUID:', source.datasetUUID ?? ''],
	]),
	kind('projected', 'Projected (a volume that contains injected data from multiple sources)', projectedRows),
	kind(
		'csi',
		'CSI (a Container Storage Interface (CSI) volume source)',
		(source) => [['Driver:', source.driver], fsType(source), readOnly(source)],
		writeAttributes,
	),
	kind('image', 'Image (a container image or OCI artifact)', (source) => [
		['Reference:', source.reference ?? ''],
		['PullPolicy:', source.pullPolicy ?? ''],
	]),
];
