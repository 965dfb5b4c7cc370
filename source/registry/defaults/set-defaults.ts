import {definitionDefaults} from '../custom-resources/definition.js';
import {complete} from './complete.js';
import {withAddressLists} from '../core/pod/defaults.js';
import type {Draft} from './type-defaults.js';

/**
Fills in what the API version of an object says about fields that were left out, and gives the object the form in which the API shows it: quantities in their one spelling, empty fields left out, the fields that are never left out put in. Objects of kinds that are not built in come back as they are.

Set twice it changes nothing more.

@see https://kubernetes.io/docs/reference/using-api/api-concepts/
@mirrors k8s.io/kubernetes/pkg/apis SetObjectDefaults
*/
export const setDefaults = <T>(object: T): T => {
	const draft = object as Draft;
	return (
		draft.kind === 'CustomResourceDefinition' && draft.spec && draft.apiVersion === 'apiextensions.k8s.io/v1'
			? {...draft, spec: definitionDefaults(draft.spec)}
			: complete(draft)
	) as T;
};

/** The same for an object of which only the status is new: the rest has its defaults already. */
export const setStatusDefaults = <T>(object: T): T => {
	const {apiVersion, kind, status} = object as Draft;
	if (apiVersion !== 'v1') {
		return object;
	}

	if (kind === 'Service') {
		return setDefaults(object);
	}

	const lists = kind === 'Pod' && status ? withAddressLists(status) : status;
	return lists === status ? object : {...object, status: lists};
};
