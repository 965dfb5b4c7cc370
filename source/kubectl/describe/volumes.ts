import {compareQuantities} from '../../objects/quantity.js';
import {goText} from '../../go/print.js';
import type {Value} from '../unstructured.js';
import {writeClaim} from './claims.js';
import {goList} from './text.js';
import type {DescriptionWriter} from './writer.js';

type Row = readonly [label: string, value: unknown];

/** Bytes of a line that an attribute may take. */
const longest = 140;

const writeAttributes = (writer: DescriptionWriter, attributes: Readonly<Record<string, string>> | undefined): void => {
	writer.write(2, 'VolumeAttributes:\t');
	const keys = Object.keys(attributes ?? {}).sort();
	if (keys.length === 0) {
		writer.writeLine('<none>');
	}

	for (const [index, key] of keys.entries()) {
		if (index > 0) {
			writer.write(2, '');
			writer.write(2, '\t');
		}

		const line = Buffer.from(`${key}=${attributes![key]}`);
		writer.write(2, line.length > longest ? `${line.subarray(0, longest).toString()}...\n` : `${line.toString()}\n`);
	}
};

/** A reference to a Secret as Go prints the struct it points to. */
const secretRef = (reference: Value): string =>
	reference
		? 'namespace' in reference
			? `&SecretReference{Name:${reference.name ?? ''},Namespace:${reference.namespace},}`
			: `&LocalObjectReference{Name:${reference.name ?? ''},}`
		: 'nil';

const readOnly = (source: Value): Row => ['ReadOnly:', source.readOnly ?? false];
const fsType = (source: Value): Row => ['FSType:', source.fsType ?? ''];

const projectedRows = ({sources}: Value): Row[] =>
	((sources ?? []) as readonly Value[]).flatMap(({secret, downwardAPI, configMap, serviceAccountToken}): Row[] =>
		secret
			? [
					['SecretName:', secret.name ?? ''],
					['Optional:', secret.optional ?? false],
				]
			: downwardAPI
				? [['DownwardAPI:', 'true']]
				: configMap
					? [
							['ConfigMapName:', configMap.name ?? ''],
							['Optional:', configMap.optional ?? false],
						]
					: serviceAccountToken
						? [['TokenExpirationSeconds:', serviceAccountToken.expirationSeconds]]
						: [],
	);

const diskRows =
	(id: string, label: string) =>
	(source: Value): Row[] => [
		[label, source[id] ?? ''],
		fsType(source),
		['Partition:', source.partition ?? 0],
		readOnly(source),
	];

/** What kubectl says of each kind of volume: words for what it is, and its fields. */
const kinds: Readonly<Record<string, readonly [words: string, rows: (source: Value) => readonly Row[]]>> = {
	hostPath: [
		'HostPath (bare host directory volume)',
		(source) => [
			['Path:', source.path],
			['HostPathType:', source.type ?? '<none>'],
		],
	],
	emptyDir: [
		"EmptyDir (a temporary directory that shares a pod's lifetime)",
		({medium, sizeLimit}) => [
			['Medium:', medium ?? ''],
			['SizeLimit:', sizeLimit !== undefined && compareQuantities(sizeLimit, '0') > 0 ? sizeLimit : '<unset>'],
		],
	],
	gcePersistentDisk: [
		'GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)',
		diskRows('pdName', 'PDName:'),
	],
	awsElasticBlockStore: ['AWSElasticBlockStore (a Persistent Disk resource in AWS)', diskRows('volumeID', 'VolumeID:')],
	gitRepo: [
		'GitRepo (a volume that is pulled from git when the pod is created)',
		(source) => [
			['Repository:', source.repository],
			['Revision:', source.revision ?? ''],
		],
	],
	secret: [
		'Secret (a volume populated by a Secret)',
		(source) => [
			['SecretName:', source.secretName ?? ''],
			['Optional:', source.optional ?? false],
		],
	],
	configMap: [
		'ConfigMap (a volume populated by a ConfigMap)',
		(source) => [
			['Name:', source.name ?? ''],
			['Optional:', source.optional ?? false],
		],
	],
	nfs: [
		'NFS (an NFS mount that lasts the lifetime of a pod)',
		(source) => [['Server:', source.server], ['Path:', source.path], readOnly(source)],
	],
	iscsi: [
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
	],
	glusterfs: [
		"Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
		(source) => [['EndpointsName:', source.endpoints], ['Path:', source.path], readOnly(source)],
	],
	persistentVolumeClaim: [
		'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
		(source) => [['ClaimName:', source.claimName], readOnly(source)],
	],
	ephemeral: [
		'EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)',
		() => [],
	],
	rbd: [
		"RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
		(source) => [
			['CephMonitors:', goList(source.monitors)],
			['RBDImage:', source.image],
			fsType(source),
			['RBDPool:', source.pool ?? ''],
			['RadosUser:', source.user ?? ''],
			['Keyring:', source.keyring ?? ''],
			['SecretRef:', secretRef(source.secretRef)],
			readOnly(source),
		],
	],
	quobyte: [
		"Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
		(source) => [['Registry:', source.registry], ['Volume:', source.volume], readOnly(source)],
	],
	downwardAPI: ['DownwardAPI (a volume populated by information about the pod)', () => []],
	azureDisk: [
		'AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)',
		(source) => [
			['DiskName:', source.diskName],
			['DiskURI:', source.diskURI],
			['Kind: ', source.kind ?? ''],
			fsType(source),
			['CachingMode:', source.cachingMode ?? ''],
			readOnly(source),
		],
	],
	vsphereVolume: [
		'vSphereVolume (a Persistent Disk resource in vSphere)',
		(source) => [
			['VolumePath:', source.volumePath],
			fsType(source),
			['StoragePolicyName:', source.storagePolicyName ?? ''],
		],
	],
	cinder: [
		'Cinder (a Persistent Disk resource in OpenStack)',
		(source) => [
			['VolumeID:', source.volumeID],
			fsType(source),
			readOnly(source),
			['SecretRef:', secretRef(source.secretRef)],
		],
	],
	photonPersistentDisk: [
		'PhotonPersistentDisk (a Persistent Disk resource in photon platform)',
		(source) => [['PdID:', source.pdID], fsType(source)],
	],
	portworxVolume: ['PortworxVolume (a Portworx Volume resource)', (source) => [['VolumeID:', source.volumeID]]],
	scaleIO: [
		'ScaleIO (a persistent volume backed by a block device in ScaleIO)',
		(source) => [
			['Gateway:', source.gateway],
			['System:', source.system],
			['Protection Domain:', source.protectionDomain ?? ''],
			['Storage Pool:', source.storagePool ?? ''],
			['Storage Mode:', source.storageMode ?? ''],
			['VolumeName:', source.volumeName ?? ''],
			fsType(source),
			readOnly(source),
		],
	],
	cephfs: [
		"CephFS (a CephFS mount on the host that shares a pod's lifetime)",
		(source) => [
			['Monitors:', goList(source.monitors)],
			['Path:', source.path ?? ''],
			['User:', source.user ?? ''],
			['SecretFile:', source.secretFile ?? ''],
			['SecretRef:', secretRef(source.secretRef)],
			readOnly(source),
		],
	],
	storageos: [
		'StorageOS (a StorageOS Persistent Disk resource)',
		(source) => [
			['VolumeName:', source.volumeName ?? ''],
			['VolumeNamespace:', source.volumeNamespace ?? ''],
			fsType(source),
			readOnly(source),
		],
	],
	fc: [
		'FC (a Fibre Channel disk)',
		(source) => [
			['TargetWWNs:', (source.targetWWNs ?? []).join(', ')],
			['LUN:', source.lun ?? '<none>'],
			fsType(source),
			readOnly(source),
		],
	],
	azureFile: [
		'AzureFile (an Azure File Service mount on the host and bind mount to the pod)',
		(source) => [['SecretName:', source.secretName], ['ShareName:', source.shareName], readOnly(source)],
	],
	flexVolume: [
		'FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)',
		(source) => [
			['Driver:', source.driver],
			fsType(source),
			['SecretRef:', secretRef(source.secretRef)],
			readOnly(source),
			['Options:', goText(source.options ?? {})],
		],
	],
	flocker: [
		'Flocker (a Flocker volume mounted by the Flocker agent)',
		(source) => [
			['DatasetName:', source.datasetName ?? ''],
			['DatasetUUID:', source.datasetUUID ?? ''],
		],
	],
	projected: ['Projected (a volume that contains injected data from multiple sources)', projectedRows],
	csi: [
		'CSI (a Container Storage Interface (CSI) volume source)',
		(source) => [['Driver:', source.driver], fsType(source), readOnly(source)],
	],
	image: [
		'Image (a container image or OCI artifact)',
		(source) => [
			['Reference:', source.reference ?? ''],
			['PullPolicy:', source.pullPolicy ?? ''],
		],
	],
};

/** Where a PersistentVolume says more or something else than a volume of a Pod. */
const persistentKinds: typeof kinds = {
	...kinds,
	local: ['LocalVolume (a persistent volume backed by local storage on a node)', (source) => [['Path:', source.path]]],
	glusterfs: [
		kinds['glusterfs']![0],
		(source) => [
			['EndpointsName:', source.endpoints],
			['EndpointsNamespace:', source.endpointsNamespace ?? '<unset>'],
			['Path:', source.path],
			readOnly(source),
		],
	],
	scaleIO: [
		kinds['scaleIO']![0],
		(source) => [
			...kinds['scaleIO']![1](source).slice(0, 6),
			['SecretName:', source.secretRef?.name ?? ''],
			['SecretNamespace:', source.secretRef?.namespace ?? ''],
			fsType(source),
			readOnly(source),
		],
	],
	azureFile: [
		kinds['azureFile']![0],
		(source) => [
			['SecretName:', source.secretName],
			['SecretNamespace:', source.secretNamespace ?? ''],
			['ShareName:', source.shareName],
			readOnly(source),
		],
	],
	csi: [
		kinds['csi']![0],
		(source) => [['Driver:', source.driver], fsType(source), ['VolumeHandle:', source.volumeHandle], readOnly(source)],
	],
};

const writeSource = (writer: DescriptionWriter, volume: Value, known: typeof kinds): void => {
	const kind = Object.keys(known).find((name) => Object.hasOwn(volume, name) && volume[name]);
	if (!kind) {
		writer.write(1, '<unknown>\n');
		return;
	}

	const source = volume[kind];
	const [words, rows] = known[kind]!;
	writer.write(2, `Type:\t${words}\n`);
	for (const [label, value] of rows(source)) {
		writer.write(2, `${label}\t${value as string}\n`);
	}

	if (kind === 'csi') {
		writeAttributes(writer, source.volumeAttributes);
	} else if (kind === 'downwardAPI') {
		writer.write(2, 'Items:\n');
		for (const {fieldRef, resourceFieldRef, path} of source.items ?? []) {
			if (fieldRef) {
				writer.write(3, `${fieldRef.fieldPath} -> ${path}\n`);
			}

			if (resourceFieldRef) {
				writer.write(3, `${resourceFieldRef.resource} -> ${path}\n`);
			}
		}
	} else if (kind === 'ephemeral' && source.volumeClaimTemplate) {
		writeClaim(writer.nested(2), source.volumeClaimTemplate);
	}
};

/** The volumes of a Pod; of a template with `space` before the title. @mirrors kubectl/pkg/describe describeVolumes */
export const writeVolumes = (writer: DescriptionWriter, volumes: readonly Value[] | undefined, space = ''): void => {
	if ((volumes ?? []).length === 0) {
		writer.write(0, `${space}Volumes:\t<none>\n`);
		return;
	}

	writer.write(0, `${space}Volumes:\n`);
	for (const volume of volumes!) {
		writer.write(1, `${space === '' ? '' : ' '}${volume.name}:\n`);
		writeSource(writer, volume, kinds);
	}
};

/** Where a PersistentVolume is. */
export const writePersistentSource = (writer: DescriptionWriter, spec: Value): void => {
	writeSource(writer, spec, persistentKinds);
};
