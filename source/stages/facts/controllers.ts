/** Facts of the stops in controllers. */
export interface ControllersFacts {}
