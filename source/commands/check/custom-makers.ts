import path from 'node:path';
import {isRecord} from '../../kernel/record.js';
import {makesPodsOf} from '../../objects/custom-pods.js';
import {matchesLabels} from '../../objects/labels.js';
import {groupVersionOf} from '../../objects/resources.js';
import {nestedMap, nestedSlice, nestedString, nestedStringMap} from '../../objects/unstructured.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf, withEnd, type LinesOf} from './findings.js';
import type {GivenDocument} from './given-documents.js';
import type {CheckedFile, Finding} from './report.js';

/** A Secret that the controller of a custom resource makes: a check assumes that it exists. */
export interface MadeSecret {
	readonly by: GivenDocument;
	readonly namespace: string;
	readonly name: string;
	/** As far as the custom resource names them. */
	readonly keys: readonly string[];
}

const nameAndKeys = ({apiVersion, kind, name, value}: GivenDocument): Pick<MadeSecret, 'name' | 'keys'> | undefined => {
	switch (`${groupVersionOf(apiVersion).group} ${kind}`) {
		case 'cert-manager.io Certificate': {
			const secret = nestedString(value, 'spec', 'secretName');
			return secret === undefined ? undefined : {name: secret, keys: ['tls.crt', 'tls.key', 'ca.crt']};
		}

		case 'external-secrets.io ExternalSecret': {
			return {
				name: nestedString(value, 'spec', 'target', 'name') ?? name,
				keys: nestedSlice(value, 'spec', 'data').flatMap((one) => nestedString(one, 'secretKey') ?? []),
			};
		}

		case 'bitnami.com SealedSecret': {
			return {
				name: nestedString(value, 'spec', 'template', 'metadata', 'name') ?? name,
				keys: Object.keys(nestedMap(value, 'spec', 'encryptedData') ?? {}),
			};
		}

		default: {
			return undefined;
		}
	}
};

/**
The Secrets that cert-manager, External Secrets and Sealed Secrets make of documents, but for those that a document defines.

@param namespace of documents that name none
*/
export const madeSecrets = (documents: readonly GivenDocument[], namespace: string): readonly MadeSecret[] => {
	const ownNamespace = (document: GivenDocument): string => document.namespace || namespace;
	const defined = new Set(
		documents.filter(({kind}) => kind === 'Secret').map((document) => `${ownNamespace(document)}/${document.name}`),
	);
	return documents.flatMap((by) => {
		const made = nameAndKeys(by);
		const own = ownNamespace(by);
		return made && !defined.has(`${own}/${made.name}`) ? [{by, namespace: own, ...made}] : [];
	});
};

/** The Secret as a manifest, in JSON. */
export const secretText = ({namespace, name, keys}: MadeSecret): string =>
	JSON.stringify({
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: {namespace, name},
		stringData: Object.fromEntries(keys.map((key) => [key, 'assumed'])),
	});

/** Whether a value is this name somewhere. */
export const mentions = (value: unknown, name: string): boolean =>
	Array.isArray(value)
		? value.some((item) => mentions(item, name))
		: isRecord(value)
			? Object.values(value).some((item) => mentions(item, name))
			: value === name;

/** The assumption that a Secret exists. */
export const secretFinding = ({by, namespace, name}: MadeSecret, line: number, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W109'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `the controller of ${by.kind} makes the Secret ${namespace}/${name}: it is assumed to exist`,
		places: [withEnd({file: by.file, line, column: 1}, linesOf)],
	});

/** The labels of the reason `selects no Pod: app=web,tier=api`; none where it is another. */
const selectorIn = (reason: string): Readonly<Record<string, string>> | undefined => {
	const [, list] = /selects no Pod: (\S+)/.exec(reason) ?? [];
	return list === undefined
		? undefined
		: Object.fromEntries(
				list.split(',').map((pair): readonly [string, string] => {
					const [key = '', text = ''] = pair.split('=');
					return [key, text];
				}),
			);
};

/** The custom resource that an autoscaler scales, where a document has it and none defines its kind. */
const customTarget = (finding: Finding, documents: readonly GivenDocument[]): GivenDocument | undefined => {
	const [, kind, group] = /no matches for kind "(\w+)" in group "([^"]+)"/.exec(finding.reason) ?? [];
	const namespace = finding.object.split('/').at(-2);
	const scaler = documents.find(
		(one) => one.kind === 'HorizontalPodAutoscaler' && finding.object.endsWith(`/${one.name}`),
	);
	const name = nestedString(scaler?.value, 'spec', 'scaleTargetRef', 'name');
	return documents.find(
		(one) =>
			one.kind === kind &&
			groupVersionOf(one.apiVersion).group === group &&
			one.name === name &&
			(one.namespace || 'default') === namespace,
	);
};

/** Makers of Pods that a check simulates. */
const simulatedMakers = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController']);

/**
A file in which a Service without Pods is no mistake, as another document makes such Pods.

That is a custom resource, whose controller is not simulated, or a workload of another folder, whose own trouble is reported where it belongs.
*/
export const withCustomPods = (file: CheckedFile, documents: readonly GivenDocument[]): CheckedFile => {
	const isElsewhere = (document: GivenDocument): boolean =>
		simulatedMakers.has(document.kind) && path.dirname(document.file) !== path.dirname(file.file);
	const softened = (finding: Finding, why: string): Finding => ({
		...finding,
		severity: 'assumed',
		reason: `${finding.reason.split('; ')[0]}; ${why}`,
		fixes: [],
		advice: [],
	});
	const judged = (finding: Finding): Finding => {
		const target = finding.id === 'W076' ? customTarget(finding, documents) : undefined;
		if (target) {
			return softened(finding, `${target.kind} ${target.name} is assumed to be there and to have a scale`);
		}

		if (finding.id !== 'W012') {
			return finding;
		}

		const selector = selectorIn(finding.reason);
		const namespace = finding.object.split('/').at(-2) ?? 'default';
		const near = documents.filter((document) => (document.namespace || 'default') === namespace);
		const maker = selector && near.find((document) => makesPodsOf(document, selector));
		if (maker) {
			return softened(finding, `the controller of ${maker.kind} ${maker.name} is assumed to make such Pods`);
		}

		const other =
			selector &&
			near.find(
				(document) =>
					isElsewhere(document) &&
					matchesLabels(selector, nestedStringMap(document.value, 'spec', 'template', 'metadata', 'labels')),
			);
		return other
			? softened(finding, `${other.kind} ${other.name} in ${other.file} makes such Pods, and is judged there`)
			: finding;
	};

	return {
		...file,
		objects: file.objects.map((object) => ({...object, findings: object.findings.map(judged)})),
		findings: file.findings.map(judged),
	};
};
