import type {Fix} from '../../diagnosis/fix.js';
import type {Severity} from './catalogue/entry.js';
import type {SkippedFile} from './given-files.js';

/** A place in a file. Lines and columns count from 1; the end column is the first behind it. */
export interface FindingPlace {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly endColumn: number;
	/** `spec.template.spec.containers[0].image`. */
	readonly field?: string;
	/** The message about this place, where several are named. */
	readonly message?: string;
	/** The line in the output of another program that rendered it. */
	readonly rendered?: {readonly file: string; readonly line: number};
}

/** A problem or oddity. */
export interface Finding {
	readonly id: string;
	readonly name: string;
	readonly severity: Severity;
	/** `service/default/web`; empty without an object. */
	readonly object: string;
	/** The reason, in Kubernetes' words. */
	readonly reason: string;
	/** The first is the place; others are named with it. */
	readonly places: readonly FindingPlace[];
	readonly advice: readonly string[];
	/** The fixes, each with the result of playing the run again with it. */
	readonly fixes: readonly Fix[];
	/** The stop that decided it. */
	readonly stop?: {readonly step: number; readonly stage: string; readonly timeMs: number; readonly says: string};
	/** The causes, the latest first. */
	readonly causes: readonly string[];
	/** Opens the debugger at that stop. */
	readonly debug?: string;
	/** The stated reason why it does not count. */
	readonly ignored?: string;
	/** The versions of Kubernetes that it is about, where several are checked and it is not about all. */
	readonly versions?: readonly string[];
	/** Whether the finding is in the baseline. */
	readonly isKnown?: boolean;
}

/** The annotation of an object that names its ignored findings, with reasons: `W052: built by the pipeline; W066: …`. */
export const ignoreAnnotation = 'k8s-walkthrough/ignore';

/** The final state of an object. */
export interface ObjectEnd {
	/** `deployment/default/web`. */
	readonly name: string;
	readonly kind: string;
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly isDone: boolean;
	/** Whether the apiserver has it, or had it. */
	readonly isStored: boolean;
	/** `1/1 ready`. */
	readonly words: string;
	/** Of a healthy object that does not fulfil its purpose: its words if the cluster is assumed to have all that it lacks. */
	readonly healthyWords?: string;
	/** Its annotation `k8s-walkthrough/ignore`. */
	readonly ignore?: string;
	/** The place of that annotation. */
	readonly ignoreAt?: FindingPlace;
}

/** The final state of an object, and its findings. */
export interface CheckedObject extends ObjectEnd {
	/** With several versions of Kubernetes: the heaviest finding in each, `done` without one. */
	readonly versions?: Readonly<Record<string, Severity | 'done' | 'unknown'>>;
	readonly findings: readonly Finding[];
}

/** A file, and its content. */
export interface CheckedFile {
	readonly file: string;
	readonly objects: readonly CheckedObject[];
	/** Findings about no particular object. */
	readonly findings: readonly Finding[];
}

/** All that a check has found, in the order given. */
export interface Report {
	readonly files: readonly CheckedFile[];
	readonly skipped: readonly SkippedFile[];
	/** Ctrl-C ended it: files that are missing were not checked. */
	readonly isInterrupted: boolean;
	/** How far an interrupted check came: the files that were checked, and the files and objects that were read. */
	readonly reached?: {readonly checked: number; readonly files: number; readonly objects: number};
	/** The versions of Kubernetes, where any is named. */
	readonly versions?: readonly string[];
	readonly seconds: number;
}

/** The findings of a file, in the order of their lines. */
export const findingsIn = ({objects, findings}: CheckedFile): readonly Finding[] =>
	[...findings, ...objects.flatMap((object) => object.findings)].sort(
		(a, b) => (a.places[0]?.line ?? 0) - (b.places[0]?.line ?? 0),
	);

/** The findings that count: not ignored, and not in the baseline. */
export const counting = (findings: readonly Finding[]): readonly Finding[] =>
	findings.filter(({ignored, isKnown}) => ignored === undefined && !isKnown);

/** All findings of a report. */
export const allFindings = ({files}: Pick<Report, 'files'>): readonly Finding[] => files.flatMap(findingsIn);

const order: readonly Severity[] = ['note', 'assumed', 'warning', 'error'];

/** Whether a severity is at least as high as another. */
export const isAsHeavyAs = (severity: Severity, least: Severity): boolean =>
	order.indexOf(severity) >= order.indexOf(least);

/** The heaviest severity of those that count. */
export const heaviest = (findings: readonly Finding[]): Severity | undefined =>
	order.findLast((severity) => counting(findings).some((finding) => finding.severity === severity));

/** Whether the check fails. @param failOn the lightest severity that fails it */
export const fails = (report: Pick<Report, 'files'>, failOn: Severity): boolean =>
	counting(allFindings(report)).some(({severity}) => isAsHeavyAs(severity, failOn));
