import {checkDriverName} from '../validation/driver-name.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import {dnsLabelErrors, dnsSubdomainErrors} from '../../objects/names.js';
import {
	checkDescendingPath,
	checkDNSLabel,
	checkNoBacksteps,
	checkRange,
	checkSupported,
	refuseEach,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {checkProjected} from './projected-volume.js';
import {checkMode, checkKeyToPath, checkDownwardFile, type Source} from './volume-files.js';

type Check = (errors: Errors, path: string, source: Source, owner: string) => void;

/** The check of one kind of volume. */
interface SourceRule {
	/** Fields that must not be empty. */
	readonly needs?: readonly string[];
	readonly check?: Check;
	/** The checks that run even after another kind; they receive the whole volume and its name. */
	readonly always?: Check;
	/** Upstream's name of the field if it differs from the field's own. */
	readonly shownAs?: string;
}

const checkItems: Check = (errors, path, source) => {
	checkMode(errors, `${path}.defaultMode`, source.defaultMode);
	for (const [index, item] of (source.items ?? []).entries()) {
		checkKeyToPath(errors, `${path}.items[${index}]`, item);
	}
};

const partition: Check = (errors, path, source) => {
	const value = source.partition ?? 0;
	if (value < 0 || value > 255) {
		errors.push(invalid(`${path}.partition`, value, 'must be between 1 and 255, inclusive'));
	}
};

const hostPathTypes = [
	'',
	'BlockDevice',
	'CharDevice',
	'Directory',
	'DirectoryOrCreate',
	'File',
	'FileOrCreate',
	'Socket',
];

const hostPath: Check = (errors, path, source) => {
	if (requireValue(errors, `${path}.path`, source.path)) {
		checkNoBacksteps(errors, `${path}.path`, source.path);
		checkSupported(errors, `${path}.type`, source.type, hostPathTypes);
	}
};

const initiators: ReadonlyArray<readonly [string, RegExp]> = [
	['iqn', /iqn\.\d{4}-\d{2}\.([a-zA-Z\d.-]+)(:[^,;*&$|\s]+)$/],
	['eui', /^eui.[a-zA-Z\d]{16}$/],
	['naa', /^naa.[a-zA-Z\d]{32}$/],
];

const initiator = (errors: Errors, field: string, name: string, unknown: string): void => {
	const form = initiators.find(([prefix]) => name.startsWith(prefix));
	if (!form) {
		errors.push(invalid(field, name, unknown));
	} else if (!form[1].test(name)) {
		errors.push(invalid(field, name, 'must be valid format'));
	}
};

/** Upstream's message for a name and a portal whose combined length is too long. */
const portalTooLong =
	'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';

/** Whether the name and portal of a volume with its own initiator, which become one name, are too long. */
const isPortalTooLong = (name: string, {initiatorName, targetPortal}: Source): boolean =>
	initiatorName !== undefined && Buffer.byteLength(`${name}:${targetPortal}`) > 64;

const iscsi =
	(unknown: string, ...ofSecret: readonly string[]): Check =>
	(errors, path, source, owner) => {
		requireValue(errors, `${path}.targetPortal`, source.targetPortal);
		if (owner !== '' && isPortalTooLong(owner, source)) {
			errors.push(invalid(`${path}.targetportal`, source.targetPortal, portalTooLong));
		}

		if (requireValue(errors, `${path}.iqn`, source.iqn)) {
			initiator(errors, `${path}.iqn`, source.iqn, unknown);
		}

		checkRange(errors, `${path}.lun`, source.lun, 0, 255);
		if ((source.chapAuthDiscovery || source.chapAuthSession) && !source.secretRef) {
			errors.push(required(`${path}.secretRef`));
		}

		secretNeeds(...ofSecret)(errors, path, source, owner);
		if (source.initiatorName !== undefined) {
			initiator(errors, `${path}.initiatorname`, source.initiatorName, unknown);
		}
	};

const fibreChannel: Check = (errors, path, {targetWWNs = [], wwids = [], lun}) => {
	if (targetWWNs.length === 0 && wwids.length === 0) {
		errors.push(required(`${path}.targetWWNs`, 'must specify either targetWWNs or wwids, but not both'));
	}

	if (targetWWNs.length > 0) {
		if (wwids.length > 0) {
			errors.push(
				invalid(`${path}.targetWWNs`, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'),
			);
		}

		if (lun === undefined) {
			errors.push(required(`${path}.lun`, 'lun is required if targetWWNs is specified'));
		}

		checkRange(errors, `${path}.lun`, lun, 0, 255);
	}
};

const flocker: Check = (errors, path, {datasetName, datasetUUID}) => {
	if (!datasetName && !datasetUUID) {
		errors.push(required(path, 'one of datasetName and datasetUUID is required'));
	}

	if (datasetName && datasetUUID) {
		errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
	}

	if (datasetName?.includes('/')) {
		errors.push(invalid(`${path}.datasetName`, datasetName, "must not contain '/'"));
	}
};

const pairs = 'must be a host:port pair or multiple pairs separated by commas';

const quobyte: Check = (errors, path, {registry, tenant = '', volume}) => {
	if (!registry) {
		errors.push(required(`${path}.registry`, pairs));
	} else if (tenant.length >= 65) {
		errors.push(required(`${path}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
	} else {
		for (const pair of registry.split(',')) {
			if (!/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair)) {
				errors.push(invalid(`${path}.registry`, registry, pairs));
			}
		}
	}

	requireValue(errors, `${path}.volume`, volume);
};

const flexVolume: Check = (errors, path, {options}) => {
	for (const key in options) {
		const domain = `.${(key.split('/')[0] ?? '').toLowerCase()}`;
		if (domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io')) {
			errors.push(invalid(`${path}.options[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved'));
		}
	}
};

const azureDisk: Check = (errors, path, {cachingMode, kind, diskURI}) => {
	if (cachingMode !== undefined) {
		checkSupported(errors, `${path}.cachingMode`, cachingMode, ['None', 'ReadOnly', 'ReadWrite']);
	}

	if (kind !== undefined) {
		checkSupported(errors, `${path}.kind`, kind, ['Dedicated', 'Managed', 'Shared']);
		const [start, form] =
			kind === 'Managed'
				? [
						'/subscriptions/',
						'/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
					]
				: ['https://', 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'];
		if (!diskURI.startsWith(start)) {
			errors.push(notSupported(`${path}.diskURI`, diskURI, [form]));
		}
	}
};

const storageOS: Check = (errors, path, {volumeName, volumeNamespace}) => {
	if (requireValue(errors, `${path}.volumeName`, volumeName)) {
		checkDNSLabel(errors, `${path}.volumeName`, volumeName);
	}

	if (volumeNamespace) {
		checkDNSLabel(errors, `${path}.volumeNamespace`, volumeNamespace);
	}
};

const secretNeeds =
	(...fields: readonly string[]): Check =>
	(errors, path, {secretRef}) => {
		for (const field of secretRef ? fields : []) {
			requireValue(errors, `${path}.secretRef.${field}`, secretRef[field]);
		}
	};

const both =
	(...checks: readonly Check[]): Check =>
	(errors, path, source, owner) => {
		for (const check of checks) {
			check(errors, path, source, owner);
		}
	};

const inlineCSI: Check = (errors, path, source) => {
	checkDriverName(errors, `${path}.driver`, source.driver);
	if (source.nodePublishSecretRef) {
		const {name} = source.nodePublishSecretRef;
		if (requireValue(errors, `${path}.nodePublishSecretRef.name`, name)) {
			refuseEach(errors, `${path}.name`, name, dnsSubdomainErrors(name));
		}
	}
};

const persistentCSI: Check = (errors, path, source) => {
	checkDriverName(errors, `${path}.driver`, source.driver);
	requireValue(errors, `${path}.volumeHandle`, source.volumeHandle);
	for (const name of [
		'controllerPublishSecretRef',
		'controllerExpandSecretRef',
		'nodePublishSecretRef',
		'nodeExpandSecretRef',
	]) {
		const secret = source[name];
		if (secret) {
			if (requireValue(errors, `${path}.${name}.name`, secret.name)) {
				refuseEach(errors, `${path}.${name}.name`, secret.name, dnsSubdomainErrors(secret.name));
			}

			if (requireValue(errors, `${path}.${name}.namespace`, secret.namespace)) {
				refuseEach(errors, `${path}.${name}.namespace`, secret.namespace, dnsLabelErrors(secret.namespace));
			}
		}
	}
};

const nfs: SourceRule = {
	needs: ['server', 'path'],
	check: (errors, path, source) => {
		if (!source.path.startsWith('/')) {
			errors.push(invalid(`${path}.path`, source.path, 'must be an absolute path'));
		}
	},
};
const gcePersistentDisk: SourceRule = {shownAs: 'persistentDisk', needs: ['pdName'], check: partition};
const awsElasticBlockStore: SourceRule = {needs: ['volumeID'], check: partition};
const scaleIO: SourceRule = {needs: ['gateway', 'system', 'volumeName']};

/** Kinds of volumes of a Pod in the order of upstream's checks, except `emptyDir` and `ephemeral`. */
export const podVolumeSources: Readonly<Record<string, SourceRule>> = {
	hostPath: {check: hostPath},
	gitRepo: {
		needs: ['repository'],
		check: (errors, path, source) => {
			checkDescendingPath(errors, `${path}.directory`, source.directory ?? '');
		},
	},
	gcePersistentDisk,
	awsElasticBlockStore,
	secret: {needs: ['secretName'], check: checkItems},
	nfs,
	iscsi: {
		check: iscsi('must be valid format starting with iqn, eui, or naa'),
		always: (errors, path, source, name) => {
			if (isPortalTooLong(name, source)) {
				errors.push(invalid(`${path}.name`, name, portalTooLong));
			}
		},
	},
	glusterfs: {needs: ['endpoints', 'path']},
	flocker: {check: flocker},
	persistentVolumeClaim: {needs: ['claimName']},
	rbd: {needs: ['monitors', 'image']},
	cinder: {needs: ['volumeID'], check: secretNeeds('name')},
	cephfs: {needs: ['monitors']},
	quobyte: {check: quobyte},
	downwardAPI: {
		check: (errors, path, source) => {
			checkMode(errors, `${path}.defaultMode`, source.defaultMode);
			for (const file of source.items ?? []) {
				checkDownwardFile(errors, path, file);
			}
		},
	},
	fc: {check: fibreChannel},
	flexVolume: {needs: ['driver'], check: flexVolume},
	configMap: {needs: ['name'], check: checkItems},
	azureFile: {needs: ['secretName', 'shareName']},
	vsphereVolume: {needs: ['volumePath']},
	photonPersistentDisk: {needs: ['pdID']},
	portworxVolume: {needs: ['volumeID']},
	azureDisk: {needs: ['diskName', 'diskURI'], check: azureDisk},
	storageos: {check: both(storageOS, secretNeeds('name'))},
	projected: {check: checkProjected},
	scaleIO,
	csi: {check: inlineCSI},
};

/** Kinds of persistent volumes in the order of upstream's checks. */
export const persistentVolumeSources: Readonly<Record<string, SourceRule>> = {
	hostPath: {check: hostPath},
	gcePersistentDisk,
	awsElasticBlockStore,
	glusterfs: {
		needs: ['endpoints', 'path'],
		check: (errors, path, {endpointsNamespace}) => {
			if (endpointsNamespace === '') {
				const detail = 'if the endpointnamespace is set, it must be a valid namespace name';
				errors.push(invalid(`${path}.endpointsNamespace`, '', detail));
			} else if (endpointsNamespace !== undefined) {
				refuseEach(errors, `${path}.endpointsNamespace`, endpointsNamespace, dnsLabelErrors(endpointsNamespace));
			}
		},
	},
	flocker: {check: flocker},
	nfs,
	rbd: {needs: ['monitors', 'image']},
	quobyte: {check: quobyte},
	cephfs: {needs: ['monitors']},
	iscsi: {check: iscsi('must be valid format', 'name')},
	cinder: {needs: ['volumeID'], check: secretNeeds('name', 'namespace')},
	fc: {check: fibreChannel},
	flexVolume: {needs: ['driver'], check: flexVolume},
	azureFile: {
		needs: ['secretName', 'shareName'],
		check: (errors, path, {secretNamespace}) => {
			if (secretNamespace === '') {
				errors.push(required(`${path}.secretNamespace`));
			}
		},
	},
	vsphereVolume: {needs: ['volumePath']},
	photonPersistentDisk: {needs: ['pdID']},
	portworxVolume: {needs: ['volumeID']},
	azureDisk: {needs: ['diskName', 'diskURI'], check: azureDisk},
	scaleIO,
	local: {
		check: (errors, path, source) => {
			if (requireValue(errors, `${path}.path`, source.path)) {
				checkNoBacksteps(errors, `${path}.path`, source.path);
			}
		},
	},
	storageos: {check: both(storageOS, secretNeeds('name', 'namespace'))},
	csi: {check: persistentCSI},
};

/** Kinds that have another name in upstream's message about a second kind. */
const misspelt: Readonly<Record<string, string>> = {cephfs: 'cephFS', downwardAPI: 'downwarAPI'};

/**
Checks the kind of a volume; returns the number of kinds, including those `already` found. `owner` is the name of the volume's object, if
messages depend on it.
*/
export const checkSources = (
	errors: Errors,
	path: string,
	volume: Source,
	rules: Readonly<Record<string, SourceRule>>,
	already: number,
	owner = '',
): number => {
	const present: string[] = [];
	for (const kind in volume) {
		if (rules[kind] && volume[kind]) {
			present.push(kind);
		}
	}

	let first = already === 0;
	// Several errors are reported in the order of the rules.
	for (const kind of present.length > 1 ? Object.keys(rules) : present) {
		const rule = rules[kind];
		const source: Source | undefined = volume[kind];
		if (!source || !rule) {
			continue;
		}

		if (!first) {
			errors.push(forbidden(`${path}.${misspelt[kind] ?? kind}`, 'may not specify more than 1 volume type'));
			rule.always?.(errors, path, source, volume.name);
			continue;
		}

		first = false;
		const at = `${path}.${rule.shownAs ?? kind}`;
		for (const field of rule.needs ?? []) {
			requireValue(errors, `${at}.${field}`, source[field]);
		}

		rule.check?.(errors, at, source, owner);
		rule.always?.(errors, path, source, volume.name);
	}

	return already + present.length;
};
