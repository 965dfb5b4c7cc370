/**
Fields whose empty value differs from a missing one, by struct and key: a missing list has its default, and a refusal quotes an empty map
unchanged.
*/
export const tellingFields: ReadonlySet<string> = new Set([
	'HPAScalingRules.policies',
	'PersistentVolumeSpec.capacity',
]);
