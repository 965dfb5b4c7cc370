import type {PluginName, SchedulerPlugin} from '../objects/scheduling.js';

/** The decision of each of Kubernetes' scheduler plug-ins, as words after its name. */
export type PluginWords = Readonly<Record<SchedulerPlugin, string>>;

const isKnown = (words: PluginWords, plugin: PluginName): plugin is SchedulerPlugin => Object.hasOwn(words, plugin);

/** The preference of NodeResourcesFit by each scoring strategy but its usual one. */
export interface StrategyWords {
	readonly MostAllocated: string;
	readonly RequestedToCapacityRatio: string;
}

/** A plug-in with its preference by the strategy of its arguments. */
export const withStrategy = (words: StrategyWords, plugin: PluginName, strategy: string): string =>
	`${plugin} (${strategy}) ${strategy === 'MostAllocated' ? words.MostAllocated : words.RequestedToCapacityRatio}`;

/** A plug-in with its decision; for one from outside Kubernetes, its name alone. */
export const withDecision = (words: PluginWords, plugin: PluginName): string =>
	isKnown(words, plugin) ? `${plugin} ${words[plugin]}` : plugin;
