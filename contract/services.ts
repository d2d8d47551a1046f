/** The services that a visitor can ask about. The list is content: the build hands it to page and server. */

export interface Service {
  /** The stored value; it stays the same when the label changes. */
  value: string;
  label: string;
}

/** The label of a stored value. A value that was removed from the list is its own label. */
export function serviceLabel(services: readonly Service[], value: string): string {
  return services.find((service) => service.value === value)?.label ?? value;
}
