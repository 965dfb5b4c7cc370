import type {DuplicateKeys} from '../go/json.js';
import type {FieldError} from '../objects/field-error.js';
import type {CustomVersion} from '../objects/custom-version.js';
import {resourceOfKind, type Resource} from '../objects/resources.js';
import {
	decodeCustom,
	prepareCustomForCreate,
	prepareCustomForUpdate,
	validateCustom,
	validateCustomUpdate,
	warningsForCustom,
} from './custom-resources/intake.js';
import {setCustomDefaults} from './custom-resources/defaults.js';
import {decodeFields, type Decoded, type FieldValidation} from './decode/decode.js';
import {complete} from './defaults/complete.js';
import type {Incoming} from './incoming.js';
import type {KindDescriptor} from './kind.js';
import {kindNamed, kindOf} from './kinds.js';
import {prepareForCreate, prepareForUpdate} from './prepare.js';
import {validateCreate, validateUpdate} from './validation/validate.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/**
The processing of one resource's objects before the store, whether it is built in or made by a CustomResourceDefinition.

@mirrors k8s.io/apiserver/pkg/registry/rest RESTCreateStrategy, RESTUpdateStrategy
*/
export interface Intake {
	/** The object with its fields checked and typed. */
	decode(object: Readonly<Record<string, unknown>>, validation: FieldValidation, duplicates?: DuplicateKeys): Decoded;
	/** The result of a server-side apply with typed fields: a custom object keeps null for an emptied field. */
	decodeApplied(object: Readonly<Record<string, unknown>>): Decoded;
	/**
	The object with its API version's defaults for missing fields, in the API's form: quantities in canonical spelling, empty fields left out, required fields added.

	@see https://kubernetes.io/docs/reference/using-api/api-concepts/
	@mirrors k8s.io/kubernetes/pkg/apis SetObjectDefaults
	*/
	setDefaults<T extends Incoming>(object: T): T;
	/** Sets the defaults of an object with a new status only. */
	setStatusDefaults<T extends Incoming>(object: T): T;
	prepareForCreate<T extends Incoming>(object: T): T;
	/** @param subresource empty, `status`, `scale` …  @param now RFC 3339. */
	prepareForUpdate<T extends Incoming>(object: T, old: Incoming, subresource: string, now?: string): T;
	/** The errors; empty if the object is valid. */
	validateCreate(object: Incoming): FieldError[];
	validateUpdate(object: Incoming, old: Incoming, subresource: string): FieldError[];
	/** Warnings for the client, although the object is accepted. */
	warningsFor(object: Incoming, old?: Incoming): readonly string[];
}

class BuiltIn implements Intake {
	/** The kind in the version in which it is stored. */
	readonly #stored: KindDescriptor | undefined;
	/** The rules by which objects are checked: the client's version decides if it has its own. */
	readonly #checked: KindDescriptor | undefined;
	readonly #namespaced: boolean | undefined;
	#emptyStatus: {readonly value: unknown} | undefined;

	constructor(kind: KindDescriptor | undefined, namespaced: boolean | undefined) {
		this.#stored = kind?.storedAs === undefined ? kind : kindNamed(kind.storedAs);
		this.#checked = kind?.validate ? kind : this.#stored;
		this.#namespaced = namespaced;
	}

	decode(object: Readonly<Record<string, unknown>>, validation: FieldValidation, duplicates?: DuplicateKeys): Decoded {
		return decodeFields(object, String(object['apiVersion']), String(object['kind']), validation, duplicates);
	}

	decodeApplied(object: Readonly<Record<string, unknown>>): Decoded {
		return this.decode(object, 'Ignore');
	}

	setDefaults<T extends Incoming>(object: T): T {
		const kind = this.#stored;
		return kind?.setDefaults ? (kind.setDefaults(object) as T) : complete(object);
	}

	setStatusDefaults<T extends Incoming>(object: T): T {
		const endpoint = this.#stored?.statusEndpoint;
		if (endpoint?.completesAll) {
			return this.setDefaults(object);
		}

		if (endpoint?.setDefaults) {
			return endpoint.setDefaults(object) as T;
		}

		return object;
	}

	prepareForCreate<T extends Incoming>(object: T): T {
		return prepareForCreate(object, this.#stored, {
			namespaced: this.#namespaced ?? true,
			emptyStatus: () => this.#statusOf(object),
		});
	}

	prepareForUpdate<T extends Incoming>(object: T, old: Incoming, subresource: string, now?: string): T {
		return prepareForUpdate(object, old, this.#stored, subresource, now);
	}

	validateCreate(object: Incoming): FieldError[] {
		return validateCreate(object, this.#checked?.validate, this.#namespaced);
	}

	validateUpdate(object: Incoming, old: Incoming, subresource: string): FieldError[] {
		return validateUpdate(object, old, {
			validation: this.#checked?.validate,
			namespaced: this.#namespaced,
			subresource,
		});
	}

	warningsFor(object: Incoming, old?: Incoming): readonly string[] {
		return this.#stored?.warnings?.(object, old) ?? [];
	}

	/** The status of an object without a controller's status, as the API shows it. */
	#statusOf({apiVersion, kind}: Incoming): unknown {
		this.#emptyStatus ??= {value: complete<Incoming>({apiVersion, kind, metadata: {}, spec: {}}).status};
		return this.#emptyStatus.value;
	}
}

class Custom implements Intake {
	readonly #custom: CustomVersion;
	readonly #namespaced: boolean;

	constructor(custom: CustomVersion, namespaced: boolean) {
		this.#custom = custom;
		this.#namespaced = namespaced;
	}

	decode(object: Readonly<Record<string, unknown>>, validation: FieldValidation, duplicates?: DuplicateKeys): Decoded {
		return decodeCustom(object, this.#custom, validation, duplicates);
	}

	decodeApplied(object: Readonly<Record<string, unknown>>): Decoded {
		return decodeCustom(object, this.#custom, 'Ignore', undefined, true);
	}

	setDefaults<T extends Incoming>(object: T): T {
		return setCustomDefaults(object, this.#custom.schema);
	}

	setStatusDefaults<T extends Incoming>(object: T): T {
		return setCustomDefaults(object, this.#custom.schema);
	}

	prepareForCreate<T extends Incoming>(object: T): T {
		return prepareCustomForCreate(object, this.#custom);
	}

	prepareForUpdate<T extends Incoming>(object: T, old: Incoming, subresource: string): T {
		return prepareCustomForUpdate(object, old, this.#custom, subresource);
	}

	validateCreate(object: Incoming): FieldError[] {
		return validateCustom(object, this.#custom, this.#namespaced);
	}

	validateUpdate(object: Incoming, old: Incoming, subresource: string): FieldError[] {
		return validateCustomUpdate(object, old, this.#custom, subresource);
	}

	warningsFor(object: Incoming, old?: Incoming): readonly string[] {
		return warningsForCustom(object, old, this.#custom);
	}
}

const intakes = new WeakMap<Resource, Intake>();

/** The intake of a resource: after one look-up the kind of its objects is known. */
export const intakeOf = (resource: Resource): Intake => {
	return getOrInsert(intakes, resource, () => {
		const {custom, namespaced} = resource;
		return custom ? new Custom(custom, namespaced) : new BuiltIn(kindOf(resource), namespaced);
	});
};

const unknownKind: Intake = new BuiltIn(undefined, undefined);

/** The intake of a built-in kind in one of its versions; for other kinds only the rules common to all kinds are known. */
export const intakeOfKind = (apiVersion: string, kind: string): Intake => {
	const resource = resourceOfKind(apiVersion, kind);
	return resource ? intakeOf(resource) : unknownKind;
};
