import type {TypeDefaults} from './defaults/type-defaults.js';
import type {ScopeExpression} from './quota/scope-expression.js';
import type {Amounts} from './quota/amounts.js';
import type {Printer} from './table/columns.js';
import type {KindName} from '../objects/kubernetes-object.js';
import type {Kinds, ObjectMeta, PodSpec} from '../objects/kubernetes.generated.js';
import type {Writable} from '../objects/copy.js';
import type {Errors} from './validation/checks.js';

/** An object on its way into the store: what only the server gives it may still be missing. */
export type Incoming = {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: Partial<ObjectMeta>;
	readonly spec?: unknown;
	readonly status?: unknown;
};

/** A shallow copy of such an object: its own fields and those of its metadata may be set, what is below is shared and must be replaced. */
export type Prepared<T extends Incoming = Incoming> = Writable<Omit<T, 'metadata'>> & {
	metadata: Writable<Partial<ObjectMeta>>;
};

/** How objects of a kind are checked. Methods add to `errors`. */
export interface Validation<T> {
	create(errors: Errors, object: T): void;
	/** @param subresource empty, `status`, `scale`, `resize` … */
	update?(errors: Errors, object: T, old: T, subresource: string): void;
	/** The kind says nothing of the metadata: only what is common to all kinds is checked there. */
	readonly plainMetadata?: boolean;
}

/** What the server decides of an object before it is checked. */
export interface Preparation<T extends Incoming> {
	create?(object: Prepared<T>): void;
	/** @param subresource empty, `scale`, `resize`, `ephemeralcontainers` … */
	update?(object: Prepared<T>, old: T, subresource: string): void;
	/** @param now RFC 3339; `undefined` where nobody has asked the clock. */
	status?(object: Prepared<T>, old: T, now: string | undefined): void;
}

/** What is special of the `status` endpoint. */
export interface StatusEndpoint<T> {
	/** Fields of the metadata that it leaves as they were; `all`: everything but who owns which field. */
	readonly keeps?: ReadonlyArray<keyof ObjectMeta> | 'all';
	/** Paths of fields that nobody owns through this endpoint; the spec where nothing is said. @mirrors GetResetFields */
	readonly resets?: readonly string[];
	/** Its defaults depend on the spec: the whole object gets its defaults once more. */
	readonly completesAll?: boolean;
	/** Defaults that are set though only the status is new. */
	setDefaults?(object: T): T;
}

/** How the store of one resource differs from the usual. @mirrors the strategies under k8s.io/kubernetes/pkg/registry */
export interface StoreTraits {
	/** A PUT to a name that does not exist creates it. */
	readonly createOnUpdate?: boolean;
	/** A PUT without resourceVersion is refused. */
	readonly needsVersion?: boolean;
	/** DELETE answers with the object instead of a Status. */
	readonly returnsDeleted?: boolean;
	/** What becomes of dependents when the request does not say. */
	readonly orphansByDefault?: boolean;
	/** How long an object lives that nobody deletes. */
	readonly lifetimeSeconds?: number;
	/** What every access is warned of, when the whole resource is on its way out. */
	readonly deprecation?: string;
}

/** Reads a field of an object. Written as a method, so that a kind's own reader is one of any object. */
export type FieldReader<T> = {read(object: T): unknown}['read'];

/** What quotas know of a kind beside how many objects there are. */
export interface QuotaUse<T> {
	/** Its objects are also counted without `count/` before the name. */
	readonly byPlural?: boolean;
	/** What an object uses. */
	usage?(object: T): Amounts;
	/** Whether a name that a quota limits is about objects of this kind. */
	concerns?(name: string): boolean;
	/** Whether a scope covers an object; none does where nothing is said. */
	isInScope?(expression: ScopeExpression, object: T): boolean;
	/** Which of the names that a quota limits the object must speak of and does not: `limits.cpu for: main`. */
	unnamed?(object: T, names: readonly string[]): string | undefined;
}

/** The way from a version that is served to the one that is stored, and back. Kind and version are set by whoever asks. */
export interface Conversion<V, S> {
	toStorage(object: V): Omit<S, 'apiVersion' | 'kind'>;
	/** What is shown in that version: Go writes fields as null that the type cannot do without. */
	fromStorage(object: S): object;
}

/** The parts of a descriptor beside its name. */
export interface KindParts<T extends Incoming> {
	readonly validate?: Validation<T>;
	/** Of the types that objects of the kind are made of. */
	readonly defaults?: readonly TypeDefaults[];
	/** Sets defaults where the schema says nothing of them. */
	setDefaults?(object: T): T;
	readonly prepare?: Preparation<T>;
	/** How `metadata.generation` goes on from 1; missing for kinds without one. */
	readonly generation?: 'counts changes' | 'stays';
	/** Whether something beside the spec changed that counts too. */
	countsAlso?(now: T, old: T): boolean;
	readonly statusEndpoint?: StatusEndpoint<T>;
	/** A new object keeps the status it comes with. */
	readonly keepsStatus?: boolean;
	readonly store?: StoreTraits;
	/** What a field selector can name beside name and namespace. */
	readonly fields?: Readonly<Record<string, FieldReader<T>>>;
	readonly quota?: QuotaUse<T>;
	/** What `kubectl get` shows of its objects. */
	readonly table?: Printer<T>;
	/** Changes the part that describes Pods, in kinds that have one. */
	changePodSpec?(object: Prepared<T>, change: (spec: PodSpec) => PodSpec): void;
	/** What a client is told although the object is taken; `old` is missing for a new one. */
	warnings?(object: T, old?: T): readonly string[];
}

/**
All that the apiserver knows of one built-in kind in one version: how its objects are checked, completed, stored and shown.

@mirrors the packages under k8s.io/kubernetes/pkg/registry, pkg/apis and pkg/printers
*/
export interface KindDescriptor<T extends Incoming = Incoming> extends KindParts<T> {
	readonly name: KindName;
	/** The version in which its objects are stored, where that is another one. */
	readonly storedAs?: KindName;
	readonly conversion?: Conversion<Incoming, Incoming>;
}

/** Describes a kind; its name says which type its objects have. */
export const describeKind = <K extends KindName>(name: K, parts: KindParts<Kinds[K]>): KindDescriptor<Kinds[K]> => ({
	name,
	...parts,
});

/** Describes a version in which a kind is served but not stored: all but the conversion is about objects in the form of the stored version. */
export const describeVersion = <K extends KindName, S extends KindName>(
	name: K,
	storedAs: S,
	conversion: Conversion<Kinds[K], Kinds[S]>,
	parts: KindParts<Kinds[S]> = {},
): KindDescriptor<Kinds[S]> => ({name, storedAs, conversion, ...parts});
