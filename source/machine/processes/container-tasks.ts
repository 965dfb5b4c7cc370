import type {ContainerLife} from '../container-life.js';
import type {RuntimeContainer} from '../container.js';
import {commandLine} from './command-line.js';
import {ContainerMachine} from './container-machine.js';
import {addImageProcess} from './image-process.js';
import {ProcessNamespace} from './process-namespace.js';
import {TaskTable} from './task-table.js';
import type {Task} from './task.js';

/** Whether a container's first process is also the first of its process namespace, where uncaught signals have no effect. */
export const isInit = ({config}: RuntimeContainer): boolean => {
	const {pid} = config.linux.securityContext.namespaceOptions;
	return pid !== undefined && pid !== 'TARGET';
};

/** Whether a container sees the processes of its Pod's other containers. */
export const sharesProcesses = ({config}: RuntimeContainer): boolean =>
	config.linux.securityContext.namespaceOptions.pid === undefined;

/** The image of pause says that user 65535 runs it; the Pod may name another. */
const pauseUser = '65535';

/** The processes that a container's own see. */
const namespaceOf = (life: ContainerLife, container: RuntimeContainer): ProcessNamespace<Task> => {
	const {sandbox, config} = container;
	const {targetId = ''} = config.linux.securityContext.namespaceOptions;
	const target = life.containers.container(targetId);
	if (target?.isRunning) {
		return tasksOf(life, target).namespace;
	}

	if (!sharesProcesses(container)) {
		return new ProcessNamespace();
	}

	const others = life.containers
		.containersOf(sandbox.uid)
		.filter((other) => other.sandbox.id === sandbox.id && sharesProcesses(other));
	const known = others.map((other) => other.tasks?.namespace).find((namespace) => namespace !== undefined);
	return known ?? new ProcessNamespace(pauseUser);
};

/** The processes of a container. */
export const tasksOf = (life: ContainerLife, container: RuntimeContainer): TaskTable<Task> => {
	const known = container.tasks;
	if (known) {
		return known;
	}

	const table = new TaskTable<Task>(new ContainerMachine(life, container), namespaceOf(life, container));
	container.tasks = table;
	if (commandLine(container) === undefined) {
		addImageProcess(table, container, isInit(container));
	}

	return table;
};
