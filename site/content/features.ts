/** Six tickets and the route. `icon` is any name of lucide.dev/icons. */
import type { Content } from "./schema.ts";

export const features: Content["features"] = {
  heading: "Six jobs it takes off your hands",
  lead: "Each is a ticket you used to write yourself, usually at the kitchen table after nine.",
  ticket: "TICKET",
  items: [
    {
      icon: "message",
      title: "Answers every inquiry, day and night",
      description: "Web chat and messages get a useful reply in seconds, in your tone.",
      benefits: ["Asks what you would ask", "Knows your area, prices and hours", "Hands over when it should"],
    },
    {
      icon: "calendar",
      title: "Books the visit while they are there",
      description: "Offers real openings from your own calendar and fills them.",
      benefits: ["No double bookings", "Reschedules without you"],
    },
    {
      icon: "contact",
      title: "Remembers every customer",
      description: "A built-in CRM that writes itself from calls, chats and jobs.",
      benefits: ["One record for each customer", "Notes nobody has to type"],
    },
    {
      icon: "bell",
      title: "Chases the quote for you",
      description: "Reminders and follow-ups go out until there is a yes or a no.",
      benefits: ["Fewer no-shows", "Stops when they answer"],
    },
    {
      icon: "phone",
      title: "Picks up when you cannot",
      description: "A virtual receptionist takes the call, the address and the problem.",
      benefits: ["Urgent calls reach you", "The rest waits until morning"],
    },
    {
      icon: "chart",
      title: "Shows what it brought in",
      description: "Leads, bookings and answer times on one plain page, every week.",
      benefits: ["Which ads brought jobs", "Which hours you were missing", "No spreadsheet"],
    },
  ],
};

export const route: Content["route"] = {
  heading: "One inquiry, four stops",
  steps: [
    {
      time: "7:02 PM",
      title: "Lead Capture",
      text: "The question comes in and is answered before they try the next number.",
    },
    {
      time: "7:03 PM",
      title: "Auto Scheduling",
      text: "A real opening is offered, taken and held in your calendar.",
    },
    {
      time: "7:10 PM",
      title: "Smart Follow-up",
      text: "Confirmation now, a reminder before the visit, a nudge if a quote goes quiet.",
    },
    {
      time: "9:40 PM",
      title: "Service Completion",
      text: "The job is done and you knew it before you came. It asks for the review.",
    },
  ],
};
