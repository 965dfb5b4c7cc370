import {equal} from '../../../kernel/equality.js';
import {objectOf, oldObjectOf, refuse} from '../plugin.js';
import type {NodeCheck} from './check.js';

const kubeletLabels = new Set([
	'kubernetes.io/hostname',
	'kubernetes.io/os',
	'kubernetes.io/arch',
	'beta.kubernetes.io/os',
	'beta.kubernetes.io/arch',
	'beta.kubernetes.io/instance-type',
	'node.kubernetes.io/instance-type',
	'topology.kubernetes.io/zone',
	'topology.kubernetes.io/region',
	'failure-domain.beta.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region',
]);

const under = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`);

/** Labels of Kubernetes' own domains that the kubelet may not set: they decide where Pods land. */
const isForbiddenLabel = (key: string): boolean => {
	const prefix = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
	if (under(prefix, 'node-restriction.kubernetes.io')) {
		return true;
	}

	return (
		(under(prefix, 'kubernetes.io') || under(prefix, 'k8s.io')) &&
		!kubeletLabels.has(key) &&
		!under(prefix, 'kubelet.kubernetes.io') &&
		!under(prefix, 'node.kubernetes.io')
	);
};

/** Of Nodes its own, and of that neither taints nor labels that decide where Pods land. */
export const checkNodes: NodeCheck = (node, attributes) => {
	const {operation, name} = attributes;
	const object = attributes.object && objectOf(attributes, 'v1 Node');
	const old = attributes.oldObject && oldObjectOf(attributes, 'v1 Node');
	const requested = name === '' ? (object?.metadata.name ?? '') : name;
	if (requested !== node) {
		throw refuse(attributes, `node "${node}" is not allowed to modify node "${requested}"`);
	}

	if (operation === 'CREATE') {
		if (object?.spec?.configSource) {
			throw refuse(attributes, `node "${node}" is not allowed to create pods with a non-nil configSource`);
		}

		const keys = Object.keys(object?.metadata.labels ?? {}).filter((key) => isForbiddenLabel(key));
		if (keys.length > 0) {
			throw refuse(attributes, `node "${node}" is not allowed to set the following labels: ${keys.sort().join(', ')}`);
		}

		return;
	}

	if (operation === 'UPDATE' && object && old) {
		if (object.spec?.configSource && !equal(object.spec.configSource, old.spec?.configSource)) {
			throw refuse(attributes, `node "${node}" is not allowed to update configSource to a new non-nil configSource`);
		}

		if (!equal(object.spec?.taints ?? [], old.spec?.taints ?? [])) {
			throw refuse(attributes, `node "${node}" is not allowed to modify taints`);
		}

		const [before, after] = [old.metadata.labels ?? {}, object.metadata.labels ?? {}];
		const keys =
			before === after
				? []
				: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
						(key) => before[key] !== after[key] && isForbiddenLabel(key),
					);
		if (keys.length > 0) {
			throw refuse(attributes, `is not allowed to modify labels: ${keys.sort().join(', ')}`);
		}
	}
};
