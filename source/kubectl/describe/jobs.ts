import {parseTimestamp} from '../../kernel/clock.js';
import {humanDuration} from '../../go/duration.js';
import type {CronJob, Job, JobTemplateSpec} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {writePodTemplate} from './pods.js';
import {longTime, truth, writeController, writeEvents, writeHead, writeAnnotations, writeLabels} from './text.js';
import {selectorText} from './workloads.js';
import type {DescriptionWriter} from './writer.js';

/** The completed indexes; a long list is cut at the first comma after the limit. */
const shortened = (indexes: string, limit: number): string => {
	const comma = indexes.indexOf(',', limit);
	if (indexes === '') {
		return '<none>';
	}

	if (comma === -1) {
		return indexes;
	}

	return `${indexes.slice(0, comma + 1)}...`;
};

const writePresent = (
	writer: DescriptionWriter,
	title: string,
	value: string | number | boolean | null | undefined,
	unit = '',
): void => {
	if (value !== undefined && value !== null) {
		writer.write(0, `${title}:\t${value}${unit}\n`);
	}
};

const writeTimes = (writer: DescriptionWriter, {status}: Job): void => {
	const {startTime, completionTime} = status ?? {};
	if (startTime) {
		writer.write(0, `Start Time:\t${longTime(startTime)}\n`);
	}

	if (completionTime) {
		writer.write(0, `Completed At:\t${longTime(completionTime)}\n`);
	}

	if (startTime && completionTime) {
		writer.write(0, `Duration:\t${humanDuration(parseTimestamp(completionTime) - parseTimestamp(startTime))}\n`);
	}
};

/** A Job. @mirrors kubectl/pkg/describe describeJob */
export const describeJob: Describer<Job> = function* (writer, object, around) {
	const {metadata, spec, status = {}} = object;
	const happened = yield* around.events();
	writer.write(0, `Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`);
	writer.write(0, `Selector:\t${selectorText(spec.selector)}\n`);
	writeLabels(writer, 'Labels', metadata.labels);
	writeAnnotations(writer, 'Annotations', metadata.annotations);
	writeController(writer, object);
	writePresent(writer, 'Parallelism', spec.parallelism);
	writer.write(0, `Completions:\t${spec.completions ?? '<unset>'}\n`);
	writePresent(writer, 'Completion Mode', spec.completionMode);
	writePresent(writer, 'Suspend', spec.suspend);
	writePresent(writer, 'Backoff Limit', spec.backoffLimit);
	writePresent(writer, 'TTL Seconds After Finished', spec.ttlSecondsAfterFinished);
	writeTimes(writer, object);
	writePresent(writer, 'Active Deadline Seconds', spec.activeDeadlineSeconds, 's');
	const ready = status.ready === undefined ? '' : ` (${status.ready} Ready)`;
	writer.write(
		0,
		`Pods Statuses:\t${status.active ?? 0} Active${ready} / ${status.succeeded ?? 0} Succeeded / ${status.failed ?? 0} Failed\n`,
	);
	if (spec.completionMode === 'Indexed') {
		writer.write(0, `Completed Indexes:\t${shortened(status.completedIndexes ?? '', 50)}\n`);
	}

	writePodTemplate(writer, spec.template);
	writeEvents(writer, happened, around.nowMs);
};

const writeJobTemplate = (writer: DescriptionWriter, {spec}: JobTemplateSpec): void => {
	writer.write(0, `Selector:\t${spec?.selector ? selectorText(spec.selector) : '<unset>'}\n`);
	writer.write(0, `Parallelism:\t${spec?.parallelism ?? '<unset>'}\n`);
	writer.write(0, `Completions:\t${spec?.completions ?? '<unset>'}\n`);
	writePresent(writer, 'Active Deadline Seconds', spec?.activeDeadlineSeconds, 's');
	writePodTemplate(writer, spec?.template ?? {});
};

/** A CronJob. @mirrors kubectl/pkg/describe describeCronJob */
export const describeCronJob: Describer<CronJob> = function* (writer, object, around) {
	const {spec, status = {}} = object;
	const happened = yield* around.events();
	writeHead(writer, object);
	writer.write(0, `Schedule:\t${spec.schedule}\nConcurrency Policy:\t${spec.concurrencyPolicy ?? ''}\n`);
	writer.write(0, `Suspend:\t${truth(spec.suspend)}\n`);
	writer.write(0, `Time Zone:\t${spec.timeZone ?? '<unset>'}\n`);
	writer.write(0, `Successful Job History Limit:\t${spec.successfulJobsHistoryLimit ?? '<unset>'}\n`);
	writer.write(0, `Failed Job History Limit:\t${spec.failedJobsHistoryLimit ?? '<unset>'}\n`);
	const deadline = spec.startingDeadlineSeconds;
	writer.write(0, `Starting Deadline Seconds:\t${deadline === undefined ? '<unset>' : `${deadline}s`}\n`);
	writeJobTemplate(writer, spec.jobTemplate);
	writer.write(0, `Last Schedule Time:\t${status.lastScheduleTime ? longTime(status.lastScheduleTime) : '<unset>'}\n`);
	const active = status.active ?? [];
	writer.write(0, `Active Jobs:\t${active.map(({name}) => name).join(', ') || '<none>'}\n`);
	writeEvents(writer, happened, around.nowMs);
};
