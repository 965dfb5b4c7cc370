import type {ExpressionWarning, ValidatingAdmissionPolicy} from '../../objects/kubernetes.generated.js';
import {apiVersionOf, resourceAt} from '../../objects/resources.js';
import {schemaOfKind} from '../../objects/schema.js';
import {PolicyCompiler} from './admission-environment.js';
import {schemaType} from './schema-type.js';
import type {Type} from '../type.js';

const maxTypes = 10;

interface NamedType {
	/** `apps/v1, Kind=Deployment` */
	readonly title: string;
	readonly type: Type;
}

const typeOf = (apiVersion: string, kind: string): Type | undefined => {
	const schema = schemaOfKind(apiVersion, kind);
	return schema && schemaType(schema, kind);
};

/** The kinds that the policy names one by one: with a wildcard there is nothing to check against. @mirrors TypeChecker.typesToCheck */
const typesOf = ({spec}: ValidatingAdmissionPolicy): readonly NamedType[] => {
	const found = new Map<string, NamedType>();
	for (const {apiGroups = [], apiVersions = [], resources = []} of spec?.matchConstraints?.resourceRules ?? []) {
		if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) {
			continue;
		}

		for (const group of [...apiGroups].sort()) {
			for (const version of [...apiVersions].sort()) {
				for (const plural of [...resources].filter((name) => !/[*/]/.test(name)).sort()) {
					const resource = resourceAt(group, version, plural);
					const type = resource && typeOf(apiVersionOf(resource), resource.kind);
					if (type && found.size < maxTypes) {
						const title = `${group}/${version}, Kind=${resource.kind}`;
						found.set(title, {title, type});
					}
				}
			}
		}
	}

	return [...found.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
};

/**
The type errors of a policy's expressions, checked against the kinds that it applies to. They are only warnings: the policy applies regardless.

@see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking
@mirrors validating.TypeChecker.Check
*/
export const typeCheck = (policy: ValidatingAdmissionPolicy): readonly ExpressionWarning[] => {
	const {spec} = policy;
	const types = typesOf(policy);
	const kind = spec?.paramKind;
	const paramsType = kind && typeOf(kind.apiVersion ?? '', kind.kind ?? '');
	const compilers = types.map(({title, type}) => {
		const compiler = new PolicyCompiler(
			{authorizer: true, objectType: type, ...(paramsType ? {params: true, paramsType} : {})},
			true,
		);
		for (const {name, expression} of spec?.variables ?? []) {
			compiler.variable(name, expression);
		}

		return {title, compiler};
	});
	const warningsOf = (fieldRef: string, expression: string | undefined): readonly ExpressionWarning[] => {
		const texts = expression
			? compilers.flatMap(({title, compiler}) => {
					const result = compiler.compile(expression);
					return 'error' in result ? [`${title}: ${result.issues}\n`] : [];
				})
			: [];
		return texts.length === 0 ? [] : [{fieldRef, warning: texts.join('\n')}];
	};

	return (spec?.validations ?? []).flatMap(({expression, messageExpression}, index) => [
		...warningsOf(`spec.validations[${index}].expression`, expression),
		...warningsOf(`spec.validations[${index}].messageExpression`, messageExpression),
	]);
};
