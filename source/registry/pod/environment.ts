import {invalid, notFound, notSupported, required} from '../../objects/field-error.js';
import type {
	EnvFromSource,
	EnvVar,
	EnvVarSource,
	ObjectFieldSelector,
	PodSpec,
	ResourceFieldSelector,
} from '../../objects/kubernetes.generated.js';
import {
	configMapKeyErrors,
	dnsSubdomainErrors,
	environmentNameErrors,
	qualifiedNameErrors,
} from '../../objects/names.js';
import {canonicalQuantity, compareQuantities} from '../../objects/quantity.js';
import {checkDNSLabel, checkNoBacksteps, refuseEach, requireValue, type Errors} from '../validation/checks.js';

const podFields = [
	'metadata.name',
	'metadata.namespace',
	'metadata.uid',
	'spec.nodeName',
	'spec.serviceAccountName',
	'status.hostIP',
	'status.hostIPs',
	'status.podIP',
	'status.podIPs',
];
const resourceFields = [
	'limits.cpu',
	'limits.ephemeral-storage',
	'limits.memory',
	'requests.cpu',
	'requests.ephemeral-storage',
	'requests.memory',
];

/** All fields of the downward API; volumes and environment variables each allow only some of them. */
const knownFields = new Set([
	...podFields,
	'metadata.annotations',
	'metadata.labels',
	'spec.restartPolicy',
	'spec.schedulerName',
	'status.phase',
]);

/** Environment variables of a container. @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateEnv */
export const checkEnvironment = (errors: Errors, path: string, variables: readonly EnvVar[] | undefined): void => {
	for (const [index, variable] of (variables ?? []).entries()) {
		const at = `${path}[${index}]`;
		if (requireValue(errors, `${at}.name`, variable.name)) {
			refuseEach(errors, `${at}.name`, variable.name, environmentNameErrors(variable.name));
		}

		if (variable.valueFrom) {
			checkValueFrom(errors, `${at}.valueFrom`, variable.valueFrom, variable.value);
		}
	}
};

const checkValueFrom = (errors: Errors, path: string, source: EnvVarSource, value: string | undefined): void => {
	const {fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef} = source;
	let count = 0;
	if (fieldRef) {
		count++;
		checkFieldRef(errors, `${path}.fieldRef`, fieldRef, podFields);
	}

	if (resourceFieldRef) {
		count++;
		checkResourceFieldRef(errors, `${path}.resourceFieldRef`, resourceFieldRef, false);
	}

	for (const [name, reference] of [
		['configMapKeyRef', configMapKeyRef],
		['secretKeyRef', secretKeyRef],
	] as const) {
		if (reference) {
			count++;
			refuseEach(errors, `${path}.${name}.name`, reference.name ?? '', dnsSubdomainErrors(reference.name ?? ''));
			if (requireValue(errors, `${path}.${name}.key`, reference.key)) {
				refuseEach(errors, `${path}.${name}.key`, reference.key, configMapKeyErrors(reference.key));
			}
		}
	}

	if (fileKeyRef) {
		count++;
		if (requireValue(errors, `${path}.fileKeyRef.key`, fileKeyRef.key)) {
			refuseEach(errors, `${path}.fileKeyRef.key`, fileKeyRef.key, environmentNameErrors(fileKeyRef.key));
		}

		if (requireValue(errors, `${path}.fileKeyRef.volumeName`, fileKeyRef.volumeName)) {
			checkDNSLabel(errors, `${path}.fileKeyRef.volumeName`, fileKeyRef.volumeName);
		}

		if (requireValue(errors, `${path}.fileKeyRef.path`, fileKeyRef.path)) {
			checkNoBacksteps(errors, `${path}.fileKeyRef.path`, fileKeyRef.path);
		}
	}

	if (count === 0) {
		errors.push(
			invalid(
				path,
				'',
				'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
			),
		);
	} else if (value) {
		errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
	} else if (count > 1) {
		errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
	}
};

/** A reference to a field of the Pod itself. */
export const checkFieldRef = (
	errors: Errors,
	path: string,
	{apiVersion, fieldPath}: ObjectFieldSelector,
	allowed: readonly string[],
): void => {
	if (
		!requireValue(errors, `${path}.apiVersion`, apiVersion) ||
		!requireValue(errors, `${path}.fieldPath`, fieldPath)
	) {
		return;
	}

	if (apiVersion !== 'v1') {
		errors.push(
			invalid(`${path}.fieldPath`, fieldPath, `error converting fieldPath: unsupported pod version: ${apiVersion}`),
		);
		return;
	}

	const subscripted = /^(.+?)\['(.*)'\]$/s.exec(fieldPath);
	if (subscripted) {
		const [, field = '', key = ''] = subscripted;
		if (field === 'metadata.annotations' || field === 'metadata.labels') {
			const name = field === 'metadata.annotations' ? key.toLowerCase() : key;
			refuseEach(errors, path, name, qualifiedNameErrors(name));
		} else {
			errors.push(
				invalid(
					`${path}.fieldPath`,
					fieldPath,
					`error converting fieldPath: field label does not support subscript: ${fieldPath}`,
				),
			);
		}

		return;
	}

	const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
	if (!knownFields.has(field)) {
		errors.push(
			invalid(`${path}.fieldPath`, fieldPath, `error converting fieldPath: field label not supported: ${fieldPath}`),
		);
	} else if (!allowed.includes(field)) {
		errors.push(notSupported(`${path}.fieldPath`, field, allowed));
	}
};

const byteDivisors = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** A reference to a container's requests or limits. */
export const checkResourceFieldRef = (
	errors: Errors,
	path: string,
	reference: ResourceFieldSelector,
	inVolume: boolean,
): void => {
	const {resource} = reference;
	const ofHugePages = resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-');
	if (inVolume && !reference.containerName) {
		errors.push(required(`${path}.containerName`));
	} else if (!resource) {
		errors.push(required(`${path}.resource`));
	} else if (!resourceFields.includes(resource) && !ofHugePages) {
		errors.push(notSupported(`${path}.resource`, resource, resourceFields));
	}

	const divisor = canonicalQuantity(reference.divisor ?? '0');
	if (compareQuantities(divisor, 0) === 0) {
		return;
	}

	const [, kind = ''] = /^(?:limits|requests)\.(.*)$/.exec(resource) ?? [];
	if (kind === 'cpu') {
		if (divisor !== '1m' && divisor !== '1') {
			errors.push(
				invalid(`${path}.divisor`, resource, "only divisor's values 1m and 1 are supported with the cpu resource"),
			);
		}
	} else if (
		(kind === 'memory' || kind === 'ephemeral-storage' || ofHugePages) &&
		!byteDivisors.split(', ').includes(divisor)
	) {
		const ofNode = kind === 'memory' ? kind : 'local ephemeral storage';
		const name = ofHugePages ? 'hugepages' : ofNode;
		errors.push(
			invalid(
				`${path}.divisor`,
				resource,
				`only divisor's values ${byteDivisors} are supported with the ${name} resource`,
			),
		);
	}
};

/** Whole ConfigMaps and Secrets as environment. */
export const checkEnvironmentFrom = (
	errors: Errors,
	path: string,
	sources: readonly EnvFromSource[] | undefined,
): void => {
	for (const [index, source] of (sources ?? []).entries()) {
		const at = `${path}[${index}]`;
		if (source.prefix) {
			refuseEach(errors, `${at}.prefix`, source.prefix, environmentNameErrors(source.prefix));
		}

		let count = 0;
		for (const name of ['configMapRef', 'secretRef'] as const) {
			const reference = source[name];
			if (reference) {
				count++;
				if (requireValue(errors, `${at}.${name}.name`, reference.name)) {
					// The name counts as a prefix here, so it may end in a hyphen.
					const checked =
						reference.name.length > 1 && reference.name.endsWith('-')
							? `${reference.name.slice(0, -2)}a`
							: reference.name;
					refuseEach(errors, `${at}.${name}.name`, reference.name, dnsSubdomainErrors(checked));
				}
			}
		}

		if (count === 0) {
			errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
		} else if (count > 1) {
			errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
		}
	}
};

/** Files that variables are read from must be in `emptyDir` volumes of the Pod. */
export const checkEnvironmentFiles = (errors: Errors, path: string, spec: PodSpec): void => {
	for (const kind of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
		for (const [index, container] of (spec[kind] ?? []).entries()) {
			for (const [position, {valueFrom}] of (container.env ?? []).entries()) {
				if (valueFrom?.fileKeyRef) {
					const field = `${path}.${kind}[${index}].env[${position}].valueFrom.fileKeyRef.volumeName`;
					const {volumeName} = valueFrom.fileKeyRef;
					const volume = spec.volumes?.find(({name}) => name === volumeName);
					if (!volume) {
						errors.push(notFound(field, volumeName));
					} else if (!volume.emptyDir) {
						errors.push(invalid(field, volumeName, 'referenced volume must be of type emptyDir'));
					}
				}
			}
		}
	}
};
