import type {Environment} from '../environment.js';
import {functionsOf, overload, type Functions} from '../function.js';
import {kubernetesFunctions} from './library/kubernetes.js';
import {
	bool,
	dyn,
	formatType,
	int,
	listOf,
	mapOf,
	nullType,
	objectType,
	opaque,
	string,
	timestamp,
	typeName,
	type ObjectType,
	type Type,
} from '../type.js';
import {compile, type Program} from '../compile.js';

const groupVersionKind = objectType('kubernetes.GroupVersionKind', {group: string, version: string, kind: string});
const groupVersionResource = objectType('kubernetes.GroupVersionResource', {
	group: string,
	version: string,
	resource: string,
});

const request = objectType('kubernetes.AdmissionRequest', {
	kind: groupVersionKind,
	resource: groupVersionResource,
	subResource: string,
	requestKind: groupVersionKind,
	requestResource: groupVersionResource,
	requestSubResource: string,
	name: string,
	namespace: string,
	operation: string,
	userInfo: objectType('kubernetes.UserInfo', {
		username: string,
		uid: string,
		groups: listOf(string),
		extra: mapOf(string, listOf(string)),
	}),
	dryRun: bool,
	options: dyn,
});

const namespace = objectType('kubernetes.Namespace', {
	metadata: objectType('kubernetes.NamespaceMetadata', {
		name: string,
		generateName: string,
		namespace: string,
		labels: mapOf(string, string),
		annotations: mapOf(string, string),
		UID: string,
		creationTimestamp: timestamp,
		deletionGracePeriodSeconds: int,
		deletionTimestamp: timestamp,
		generation: int,
		resourceVersion: string,
		finalizers: listOf(string),
	}),
	spec: objectType('kubernetes.NamespaceSpec', {finalizers: listOf(string)}),
	status: objectType('kubernetes.NamespaceStatus', {
		conditions: listOf(
			objectType('kubernetes.NamespaceCondition', {
				status: string,
				type: string,
				lastTransitionTime: timestamp,
				message: string,
				reason: string,
			}),
		),
		phase: string,
	}),
});

/** The type of the change that a mutating policy makes. */
export const applyConfiguration: ObjectType = {kind: 'object', name: 'Object', field: () => dyn};
const jsonPatch = objectType('JSONPatch', {op: string, path: string, from: string, value: dyn});

/** The type of the patch that a mutating policy makes. */
export const jsonPatchList = listOf(jsonPatch);

/** `Object`, `Object.spec` and so on, and `JSONPatch`. @mirrors mutation.DynamicTypeResolver */
const patchType = (name: string): ObjectType | undefined => {
	if (name === 'JSONPatch') {
		return jsonPatch;
	}

	if (name === 'Object' || name.startsWith('Object.')) {
		return {...applyConfiguration, name};
	}

	return undefined;
};

const patchFunctions: Functions = new Map([
	...kubernetesFunctions,
	...functionsOf([
		overload('jsonpatch.escapeKey(string) string', (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')),
	]),
]);

/** The names that an admission expression can use besides the objects and the request. */
export interface Scope {
	readonly params?: boolean;
	readonly authorizer?: boolean;
	/** Whether the expression makes a patch. */
	readonly patch?: boolean;
	/** The types of the object and the parameters, if they are known. */
	readonly objectType?: Type;
	readonly paramsType?: Type;
}

/**
The expressions of one policy: variables are added one after the other, and each may refer to those before it.

@mirrors k8s.io/apiserver/pkg/admission/plugin/cel CompositedCompiler
*/
export class PolicyCompiler {
	readonly #variables: Record<string, Type> | undefined;

	constructor(
		readonly scope: Scope,
		/** False if expressions cannot use `variables`. */
		composed: boolean,
	) {
		this.#variables = composed ? {} : undefined;
	}

	environment({params, authorizer, patch, objectType: object, paramsType}: Scope): Environment {
		return {
			variables: {
				object: object ?? dyn,
				oldObject: object ?? dyn,
				namespaceObject: namespace,
				request,
				...(params ? {params: paramsType ?? dyn} : {}),
				...(authorizer
					? {
							authorizer: opaque('kubernetes.authorization.Authorizer'),
							'authorizer.requestResource': opaque('kubernetes.authorization.ResourceCheck'),
						}
					: {}),
				...(this.#variables ? {variables: objectType('kubernetes.variables', this.#variables)} : {}),
			},
			functions: patch ? patchFunctions : kubernetesFunctions,
			...(patch ? {structType: patchType} : {}),
		};
	}

	/** Compiles a variable and remembers its type; one with issues may be anything. */
	variable(name: string, expression: string): Result {
		const result = compileAs(expression, this.environment({...this.scope, patch: false}));
		if (this.#variables) {
			this.#variables[name] = 'program' in result ? result.program.type : dyn;
		}

		return result;
	}

	/** Compiles an expression that must have one of the types; any type is allowed if the list is empty. */
	compile(expression: string, types: readonly Type[] = [], without: Partial<Scope> = {}): Result {
		return compileAs(expression, this.environment({...this.scope, ...without}), types);
	}
}

export type Result = {readonly program: Program} | {readonly error: string; readonly issues?: string};

/** Compiles an expression that must have one of the types. @mirrors compiler.CompileCELExpression */
const compileAs = (expression: string, environment: Environment, types: readonly Type[] = []): Result => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		return {error: `compilation failed: ${issues}`, issues: issues};
	}

	const found = formatType(program.type);
	if (types.length > 0 && !types.some((type) => formatType(type) === found)) {
		const wanted = types.map((type) => typeName(type));
		return {
			error: `must evaluate to ${wanted.length === 1 ? wanted[0] : `one of [${wanted.join(' ')}]`} but got ${typeName(program.type)}`,
		};
	}

	return {program};
};

/** Types that an expression may have, by its purpose. */
export const resultTypes = {
	condition: [bool],
	message: [string],
	auditAnnotation: [string, nullType],
	applyConfiguration: [applyConfiguration],
	jsonPatch: [jsonPatchList],
} as const;
