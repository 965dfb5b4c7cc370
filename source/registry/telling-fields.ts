/**
Fields that differ when they are empty from fields that are left out, by struct and key: a list that is left out gets its default, and a
refusal quotes an empty map as it came.
*/
export const tellingFields: ReadonlySet<string> = new Set([
	'HPAScalingRules.policies',
	'PersistentVolumeSpec.capacity',
]);
