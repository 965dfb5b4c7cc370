import {formatErrors, invalid, type FieldError} from '../../../objects/field-error.js';
import {simulatedMinor} from '../../../objects/versions/kubernetes-version.js';
import {baseline} from './baseline.js';
import type {PodToCheck, Violation} from './check.js';
import {restricted} from './restricted.js';

export const levels = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof levels)[number];
export type Mode = 'enforce' | 'audit' | 'warn';

/** A standard in one of its versions. */
export interface LevelVersion {
	readonly level: Level;
	/** `latest` or `v1.x`. */
	readonly version: string;
}

export type Policy = Readonly<Record<Mode, LevelVersion>>;

/** The configuration of the plug-in. */
export interface PodSecurityConfiguration {
	/** `enforce`, `enforce-version` and so on, for namespaces without labels. */
	readonly defaults?: Readonly<Record<string, string>>;
	readonly exemptions?: {
		readonly usernames?: readonly string[];
		readonly namespaces?: readonly string[];
		readonly runtimeClasses?: readonly string[];
	};
}

const prefix = 'pod-security.kubernetes.io/';
const keysOf = (mode: Mode) => ({
	mode,
	label: prefix + mode,
	versionKey: `${mode}-version`,
	versionLabel: `${prefix}${mode}-version`,
});
const keys = {enforce: keysOf('enforce'), audit: keysOf('audit'), warn: keysOf('warn')};
const modes = [keys.enforce, keys.audit, keys.warn];

/** The level of an invalid label. */
const invalidCountsAs = {enforce: 'restricted', audit: 'privileged', warn: 'privileged'} as const;

const isLevel = (text: string): text is Level => levels.some((level) => level === text);
const isVersion = (text: string): boolean => text === 'latest' || /^v1\.(?:\d|[1-9]\d*)$/.test(text);

/**
The policy of a namespace's labels, and the errors in them. An invalid level to enforce counts as the strictest; an invalid level to warn or audit is ignored.

@mirrors api.PolicyToEvaluate
*/
export const policyOf = (
	labels: Readonly<Record<string, string>> = {},
	defaults: Readonly<Record<string, string>> = {},
): {readonly policy: Policy; readonly errors: readonly FieldError[]} => {
	const errors: FieldError[] = [];
	const one = ({mode, label, versionKey, versionLabel}: (typeof modes)[number]): LevelVersion => {
		const level = labels[label] ?? defaults[mode] ?? 'privileged';
		const version = labels[versionLabel] ?? defaults[versionKey] ?? 'latest';
		if (!isLevel(level)) {
			errors.push(invalid(`metadata.labels[${label}]`, level, `must be one of ${levels.join(', ')}`));
		}

		if (!isVersion(version)) {
			errors.push(invalid(`metadata.labels[${versionLabel}]`, version, 'must be "latest" or "v1.x"'));
		}

		return {
			level: isLevel(level) ? level : invalidCountsAs[mode],
			version: isVersion(version) ? version : 'latest',
		};
	};

	return {policy: {enforce: one(keys.enforce), audit: one(keys.audit), warn: one(keys.warn)}, errors};
};

/** `baseline:latest` */
export const formatLevel = ({level, version}: LevelVersion): string => `${level}:${version}`;

/**
The ignored policy of an exempt namespace's labels, as `enforce=baseline:latest, warn=restricted:v1.30`; `undefined` if there is none.

@mirrors Admission.exemptNamespaceWarning
*/
export const ignoredPolicy = (
	labels: Readonly<Record<string, string>> = {},
	policy: Policy,
	usual: Policy,
): string | undefined => {
	const asked = modes.filter(({mode}) => policy[mode].level !== 'privileged');
	const isUsual = modes.every(({mode}) => formatLevel(policy[mode]) === formatLevel(usual[mode]));
	return asked.length === 0 || isUsual
		? undefined
		: asked
				.filter(({label, versionLabel}) => Object.hasOwn(labels, label) || Object.hasOwn(labels, versionLabel))
				.map(({mode}) => `${mode}=${formatLevel(policy[mode])}`)
				.join(', ');
};

/** Errors of labels in one line, as the audit log has them. */
export const formatProblems = (errors: readonly FieldError[]): string =>
	`Failed to parse policy: ${formatErrors(errors)}`;

/** The rules that the Pod violates, the baseline first. @param newest the version that the apiserver has: later ones are treated like it */
export const violationsOf = (
	pod: PodToCheck,
	{level, version}: LevelVersion,
	newest = simulatedMinor,
): readonly Violation[] => {
	if (level === 'privileged') {
		return [];
	}

	const minor = version === 'latest' ? newest : Math.min(newest, Number(version.slice('v1.'.length)));
	const inForce = ({since = 0}: {readonly since?: number}) => since <= minor;
	const strict = level === 'restricted' ? restricted.filter((check) => inForce(check)) : [];
	const overridden = new Set(strict.map(({overrides}) => overrides));
	return [...baseline.filter((check) => inForce(check) && !overridden.has(check.id)), ...strict].flatMap(
		(check) => check.violation(pod, minor) ?? [],
	);
};

/** `hostPort (container "main" uses hostPort 80), privileged (…)` */
export const formatViolations = (violations: readonly Violation[]): string =>
	violations.map(({reason, detail}) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
