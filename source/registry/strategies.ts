import {
	decodeCustom,
	defaultCustom,
	prepareCustomForCreate,
	prepareCustomForUpdate,
	validateCustom,
	validateCustomUpdate,
	warningsForCustom,
} from './custom-resources/strategy.js';
import {decodeFields, type Decoded, type FieldValidation} from './decode/decode.js';
import {setDefaults, setStatusDefaults} from './defaults/set-defaults.js';
import type {FieldError} from '../objects/field-error.js';
import type {DuplicateKeys} from '../go/json.js';
import type {Resource} from '../objects/resources.js';
import {prepareForCreate, prepareForUpdate} from './strategy.js';
import {validateCreate, validateUpdate} from './validation/validate.js';
import {warningsFor} from './validation/warnings.js';

/**
What becomes of objects of one resource on their way into the store, whether it is built in or made by a CustomResourceDefinition.

@mirrors k8s.io/apiserver/pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy
*/
export interface Strategy {
	/** The object with its fields checked and typed. */
	decode(object: Readonly<Record<string, unknown>>, validation: FieldValidation, duplicates?: DuplicateKeys): Decoded;
	setDefaults<T>(object: T): T;
	/** The same for an object of which only the status is new. */
	setStatusDefaults<T>(object: T): T;
	prepareForCreate<T>(object: T): T;
	/** @param subresource empty, `status`, `scale` …  @param now RFC 3339. */
	prepareForUpdate<T>(object: T, old: T, subresource: string, now?: string): T;
	/** What is wrong; empty when nothing is. @param requested the version in which the client speaks of it. */
	validateCreate(object: unknown, requested: string): FieldError[];
	validateUpdate(object: unknown, old: unknown, subresource: string, requested: string): FieldError[];
	/** What a client is told although the object is taken. */
	warningsFor(object: unknown, old?: unknown): readonly string[];
}

const builtIn: Strategy = {
	decode: (object, validation, duplicates) =>
		decodeFields(object, object['apiVersion'] as string, object['kind'] as string, validation, duplicates),
	setDefaults,
	setStatusDefaults,
	prepareForCreate,
	prepareForUpdate,
	validateCreate,
	validateUpdate,
	warningsFor,
};

const custom = (resource: Resource): Strategy => ({
	decode: (object, validation, duplicates) => decodeCustom(object, resource, validation, duplicates),
	setDefaults: (object) => defaultCustom(object, resource),
	setStatusDefaults: (object) => defaultCustom(object, resource),
	prepareForCreate: (object) => prepareCustomForCreate(object, resource),
	prepareForUpdate: (object, old, subresource) => prepareCustomForUpdate(object, old, resource, subresource),
	validateCreate: (object) => validateCustom(object, resource),
	validateUpdate: (object, old, subresource) => validateCustomUpdate(object, old, resource, subresource),
	warningsFor: (object, old) => warningsForCustom(object, old, resource),
});

const customs = new WeakMap<Resource, Strategy>();

/** The strategy of a resource. */
export const strategyOf = (resource: Resource): Strategy => {
	if (!resource.custom) {
		return builtIn;
	}

	let strategy = customs.get(resource);
	if (!strategy) {
		strategy = custom(resource);
		customs.set(resource, strategy);
	}

	return strategy;
};
