/** The services that a visitor can ask about. Which there are is content: the build hands the list to page and server. */

export interface Service {
  /** What is stored; stays the same when the label changes. */
  value: string;
  label: string;
}

/** What is shown of a stored value. One that was taken off the list is its own label. */
export function serviceLabel(services: readonly Service[], value: string): string {
  return services.find((service) => service.value === value)?.label ?? value;
}
