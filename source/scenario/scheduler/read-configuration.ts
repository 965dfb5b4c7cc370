import type {SchedulerConfiguration} from '../../objects/scheduler-configuration/configuration.js';
import {readDocument, record} from '../document.js';
import {Mistake, Mistakes} from '../mistake.js';
import {schedulerFields} from './shape.js';
import {configurationVersion, schedulerMistakes} from './validation.js';

/** A file for `kube-scheduler --config`. */
export const schedulerFileShape = record(schedulerFields, ['apiVersion', 'kind']);

/**
Reads a KubeSchedulerConfiguration.

@throws {Mistakes} in the words of kube-scheduler, with file, line and column of each.
@see https://kubernetes.io/docs/reference/scheduling/config/
*/
export const readSchedulerConfiguration = (source: string, file: string): SchedulerConfiguration => {
	const {value, placeOf} = readDocument(source, file, schedulerFileShape);
	const {kind, apiVersion} = value;
	if (kind !== 'KubeSchedulerConfiguration' || apiVersion !== configurationVersion) {
		throw new Mistakes([
			new Mistake(
				`no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/scheduler/apis/config/scheme/scheme.go"`,
				placeOf([apiVersion === configurationVersion ? 'kind' : 'apiVersion']),
				`write kind: KubeSchedulerConfiguration and apiVersion: ${configurationVersion}`,
			),
		]);
	}

	const mistakes = schedulerMistakes(value);
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes.map(({path, message, remedy}) => new Mistake(message, placeOf(path), remedy)));
	}

	return value;
};
