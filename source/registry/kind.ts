import type {TypeDefaults} from './defaults/type-defaults.js';
import type {ScopeExpression} from './quota/scope-expression.js';
import type {Amounts} from './quota/amounts.js';
import type {Incoming} from './incoming.js';
import type {Printer} from './table/columns.js';
import type {KindName} from '../objects/kubernetes-object.js';
import type {Kinds, ObjectMeta, PodSpec} from '../objects/kubernetes.generated.js';
import type {Writable} from '../objects/copy.js';
import type {Errors} from './validation/checks.js';

/** A shallow copy of such an object: its own fields and those of its metadata may be set, deeper parts are shared and must be replaced. */
export type Prepared<T extends Incoming = Incoming> = Writable<Omit<T, 'metadata'>> & {
	metadata: Writable<Partial<ObjectMeta>>;
};

/** The checks of a kind's objects. Methods add to `errors`. */
export interface Validation<T> {
	create(errors: Errors, object: T): void;
	/** @param subresource empty, `status`, `scale`, `resize` … */
	update?(errors: Errors, object: T, old: T, subresource: string): void;
	/** The kind has no rules for the metadata: only the rules common to all kinds are checked there. */
	readonly plainMetadata?: boolean;
}

/** The fields that the server sets in an object before it is checked. */
export interface Preparation<T extends Incoming> {
	create?(object: Prepared<T>): void;
	/** @param subresource empty, `scale`, `resize`, `ephemeralcontainers` … */
	update?(object: Prepared<T>, old: T, subresource: string): void;
	/** @param now RFC 3339; `undefined` if the time is not known. */
	status?(object: Prepared<T>, old: T, now: string | undefined): void;
}

/** The special rules of the `status` endpoint. */
export interface StatusEndpoint<T> {
	/** The metadata fields that it does not change; `all`: all except the managed fields. */
	readonly keeps?: ReadonlyArray<keyof ObjectMeta> | 'all';
	/** Paths of fields that cannot be owned through this endpoint; the spec by default. @mirrors GetResetFields */
	readonly resets?: readonly string[];
	/** Whether its defaults depend on the spec, so that the whole object is defaulted again. */
	readonly completesAll?: boolean;
	/** Defaults that are set although only the status is new. */
	setDefaults?(object: T): T;
}

/** Hooks and decorators of a registry, by their upstream names. */
export interface AfterCreate {
	readonly hooks: readonly 'beginCreate'[];
	readonly decorators: ReadonlyArray<'defaultOnRead' | 'defaultOnReadPvc'>;
}

/** The special properties of one resource's store. @mirrors the strategies under k8s.io/kubernetes/pkg/registry */
export interface StoreTraits {
	/** A PUT to a name that does not exist creates it. */
	readonly createOnUpdate?: boolean;
	/** A PUT without resourceVersion is refused. */
	readonly needsVersion?: boolean;
	/** DELETE answers with the object instead of a Status. */
	readonly returnsDeleted?: boolean;
	/** Why DELETE of an object with this name is forbidden, if it is. It does not apply to deleting a collection. */
	refusesDelete?(name: string): string | undefined;
	/** The fate of dependents if the request does not choose. */
	readonly orphansByDefault?: boolean;
	/** The lifetime of an object without a deletion. */
	readonly lifetimeSeconds?: number;
	/** The registry's work on a newly stored object: the end of BeginCreate, and Decorator. @mirrors k8s.io/apiserver/pkg/registry/generic/registry Store.Create */
	readonly afterCreate?: AfterCreate;
	/** The warning for every access, if the whole resource is deprecated. */
	readonly deprecation?: string;
}

/** Reads a field of an object. Written as a method, so that a reader of one kind can be used as a reader of any object. */
export type FieldReader<T> = {read(object: T): unknown}['read'];

/** The amounts that quotas count for a kind besides the number of objects. */
export interface QuotaUse<T> {
	/** Whether its objects are also counted under the name without `count/`. */
	readonly byPlural?: boolean;
	/** The use of an object. */
	usage?(object: T): Amounts;
	/** Whether a name that a quota limits is about objects of this kind. */
	concerns?(name: string): boolean;
	/** Whether a scope covers an object; by default, none does. */
	isInScope?(expression: ScopeExpression, object: T): boolean;
	/** The limited names that the object must specify but does not: `limits.cpu for: main`. */
	unnamed?(object: T, names: readonly string[]): string | undefined;
}

/** Converts from a served version to the stored one, and back. The caller sets kind and version. */
export interface Conversion<V, S> {
	toStorage(object: V): Omit<S, 'apiVersion' | 'kind'>;
	/** The object in that version: Go writes required fields of the type as null. */
	fromStorage(object: S): object;
}

/** The parts of a descriptor besides its name. */
export interface KindParts<T extends Incoming> {
	readonly validate?: Validation<T>;
	/** Names of the types in objects of the kind. */
	readonly defaults?: readonly TypeDefaults[];
	/** Sets defaults that are not in the schema. */
	setDefaults?(object: T): T;
	readonly prepare?: Preparation<T>;
	/** The rule by which `metadata.generation` grows from 1; missing for kinds without a generation. */
	readonly generation?: 'counts changes' | 'stays';
	/** Whether something besides the spec changed that also counts. */
	countsAlso?(now: T, old: T): boolean;
	readonly statusEndpoint?: StatusEndpoint<T>;
	/** A new object keeps its given status. */
	readonly keepsStatus?: boolean;
	readonly store?: StoreTraits;
	/** Fields that a field selector can use besides name and namespace. */
	readonly fields?: Readonly<Record<string, FieldReader<T>>>;
	readonly quota?: QuotaUse<T>;
	/** The columns of `kubectl get` for its objects. */
	readonly table?: Printer<T>;
	/** Changes the part that describes Pods, in kinds that have one. */
	changePodSpec?(object: Prepared<T>, change: (spec: PodSpec) => PodSpec): void;
	/** Warnings for the client, although the object is accepted; `old` is missing for a new one. */
	warnings?(object: T, old?: T): readonly string[];
}

/**
All that the apiserver knows about one built-in kind in one version: how its objects are checked, completed, stored and shown.

@mirrors the packages under k8s.io/kubernetes/pkg/registry, pkg/apis and pkg/printers
*/
export interface KindDescriptor<T extends Incoming = Incoming> extends KindParts<T> {
	readonly name: KindName;
	/** The version in which its objects are stored, if that is a different one. */
	readonly storedAs?: KindName;
	readonly conversion?: Conversion<Incoming, Incoming>;
}

/** Describes a kind, whose name determines the type of its objects. */
export const describeKind = <K extends KindName>(name: K, parts: KindParts<Kinds[K]>): KindDescriptor<Kinds[K]> => ({
	name,
	...parts,
});

/** Describes a version in which a kind is served but not stored: everything except the conversion handles objects in the stored version. */
export const describeVersion = <K extends KindName, S extends KindName>(
	name: K,
	storedAs: S,
	conversion: Conversion<Kinds[K], Kinds[S]>,
	parts: KindParts<Kinds[S]> = {},
): KindDescriptor<Kinds[S]> => ({name, storedAs, conversion, ...parts});
