import type {Resource} from '../../objects/resources.js';
import {kindOf} from '../../registry/kinds.js';
import {setOf, union, type FieldSet} from './field-set.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const spec = setOf('f:spec');
const status = setOf('f:status');

const statusAndSpec = union(spec, status);
const specAndCertificate = union(spec, setOf('f:status', 'f:certificate'));

const setsOfPaths = new WeakMap<readonly string[], FieldSet>();

/** `metadata.labels` is the path of `f:labels` in `f:metadata`. */
const setOfPaths = (paths: readonly string[]): FieldSet => {
	return getOrInsert(setsOfPaths, paths, () =>
		paths.map((path) => setOf(...path.split('.').map((name) => `f:${name}`))).reduce((a, b) => union(a, b)),
	);
};

/**
The fields that an endpoint resets in every object that it receives: they have no owner through this endpoint.

@mirrors GetResetFields of the strategies under k8s.io/kubernetes/pkg/registry
*/
export const resetFieldsOf = (resource: Resource, subresource: string): FieldSet | undefined => {
	const name = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
	const isRequest = name === 'certificatesigningrequests.certificates.k8s.io';
	switch (subresource) {
		case 'status': {
			const resets = kindOf(resource)?.statusEndpoint?.resets;
			return resets ? setOfPaths(resets) : spec;
		}

		case 'approval': {
			return specAndCertificate;
		}

		default: {
			if (isRequest) {
				return statusAndSpec;
			}

			if (resource.subresources.some((other) => other.name === 'status')) {
				return status;
			}

			return undefined;
		}
	}
};
